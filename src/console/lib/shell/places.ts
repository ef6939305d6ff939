/** The views that the navigation leads to. */
export interface Place {
  path: string;
  text: string;
  /** Who may have this command done may look there. */
  command: string;
  /** Two lines of a 16 by 16 drawing. */
  icon: string;
}

export const PLACES: readonly Place[] = [
  {
    path: '/orders',
    text: 'Orders',
    command: 'orders search',
    icon: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h7',
  },
];
