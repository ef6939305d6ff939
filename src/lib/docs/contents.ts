import type { DocumentName } from './documents.ts';

/** A page below `/docs`, as the list of all of them names it. */
export interface Entry {
  path: string;
  title: string;
}

const guide = (name: DocumentName, title: string): Entry => ({ path: `/docs/${name}`, title });
const reference = (name: string, title: string): Entry => ({
  path: `/docs/reference/${name}`,
  title,
});

/** All pages, in the order in which somebody who integrates needs them. */
export const CONTENTS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Guides',
    entries: [
      guide('quick-start', 'Quick start'),
      guide('payments', 'Payments'),
      guide('payouts', 'Payouts'),
      guide('webhooks', 'Webhooks'),
      guide('testing', 'Testing'),
      guide('errors', 'Errors'),
      guide('going-live', 'Going live'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      reference('payins', 'Payins'),
      reference('payouts', 'Payouts'),
      reference('balances', 'Balances'),
      reference('events', 'Webhook requests'),
      reference('tools', "Merchants' tools"),
      guide('problems', 'Problems'),
      guide('resolution-codes', 'Resolution codes'),
      guide('states', 'States'),
      guide('client', 'Client for JavaScript'),
    ],
  },
];
