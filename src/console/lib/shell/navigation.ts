import type { CommandName } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';
import { attentionCount } from '#console/attention/attention-count.svelte.ts';

/** A view in the navigation. */
export interface NavigationItem {
  path: string;
  text: string;
  /** Shown to people who may use this command. */
  command: CommandName;
  /** The path of a 16 by 16 line icon. */
  icon: string;
  /** Returns the number shown beside the name, such as entries that need attention; '' for none. */
  badge?: () => string;
}

export const NAVIGATION: readonly NavigationItem[] = [
  {
    path: '/overview',
    text: 'Overview',
    command: 'overview show',
    icon: 'M2.5 13.5h11M4 11V7.5M8 11V3M12 11V5.5',
  },
  {
    path: '/orders',
    text: 'Orders',
    command: 'orders search',
    icon: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h7',
  },
  {
    path: '/disputes',
    text: 'Disputes',
    command: 'disputes list',
    icon: 'M8 2.5v11M5.5 13.5h5M3 4.5h10M3 4.5l-1.5 4.5h3zM13 4.5l-1.5 4.5h3z',
  },
  {
    path: '/links',
    text: 'Payment links',
    command: 'links list',
    icon: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7',
  },
  {
    path: '/merchants',
    get text() {
      return session.isStaff ? 'Merchants' : 'Merchant';
    },
    command: 'merchants show',
    icon: 'M3 7v6.5h10V7M2 6.5l1.5-4h9l1.5 4H2zM6.5 13.5V10h3v3.5',
  },
  {
    path: '/attention',
    text: 'Attention',
    command: 'attention list',
    icon: 'M8 2.5l6 11h-12zM8 7v3M8 11.8v.2',
    badge: () => attentionCount.text,
  },
  {
    path: '/alerts',
    text: 'Alerts',
    command: 'alerts list',
    icon: 'M3 11.5h10M4.5 11.5V7a3.5 3.5 0 0 1 7 0v4.5M6.8 13.7h2.4',
  },
  {
    path: '/ledger',
    text: 'Ledger',
    command: 'ledger balances',
    icon: 'M3 2.5h10v11H3zM6 5.5h4M6 8h4M6 10.5h2',
  },
  {
    path: '/webhooks',
    text: 'Webhooks',
    command: 'webhooks events',
    icon: 'M2.5 8h9M8.5 4.5L12 8l-3.5 3.5M13.5 3v10',
  },
  {
    path: '/terminals',
    text: 'Terminals',
    command: 'terminals health',
    icon: 'M2.5 4h11v6h-11zM5 13h6M8 10v3',
  },
  {
    path: '/reports',
    text: 'Reports',
    command: 'reports orders',
    icon: 'M3.5 2.5h6l3 3v8h-9zM6 8h4M6 10.5h4',
  },
  {
    path: '/reconciliations',
    text: 'Reconciliation',
    command: 'reconciliations list',
    icon: 'M2.5 5.5h9l-2.5-3M13.5 10.5h-9l2.5 3',
  },
  {
    path: '/people',
    text: 'People',
    command: 'people list',
    icon: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.6-2.5 2.6-3.5 5-3.5s4.4 1 5 3.5',
  },
  {
    path: '/tokens',
    text: 'Tokens',
    command: 'tokens list',
    icon: 'M10.5 8.5a3 3 0 1 0-3-3 3 3 0 0 0 .2 1L2.5 11.7v1.8h2.8v-2h2l1.6-3.1a3 3 0 0 0 1.6.1z',
  },
  {
    path: '/audit',
    text: 'Audit',
    command: 'audit list',
    icon: 'M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2',
  },
];
