import { openMatters } from '#console/attention/open-matters.svelte.ts';

/** The views that the navigation leads to. */
export interface Place {
  path: string;
  text: string;
  /** Who may have this command done may look there. */
  command: string;
  /** Two lines of a 16 by 16 drawing. */
  icon: string;
  /** What waits there, shown beside it; '' for nothing. */
  waiting?: () => string;
}

export const PLACES: readonly Place[] = [
  {
    path: '/orders',
    text: 'Orders',
    command: 'orders search',
    icon: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h7',
  },
  {
    path: '/attention',
    text: 'Attention',
    command: 'attention list',
    icon: 'M8 2.5l6 11h-12zM8 7v3M8 11.8v.2',
    waiting: () => openMatters.text,
  },
  {
    path: '/reports',
    text: 'Reports',
    command: 'reports list',
    icon: 'M3.5 2.5h6l3 3v8h-9zM6 8h4M6 10.5h4',
  },
  {
    path: '/reconciliations',
    text: 'Reconciliation',
    command: 'reconciliations list',
    icon: 'M2.5 5.5h9l-2.5-3M13.5 10.5h-9l2.5 3',
  },
];
