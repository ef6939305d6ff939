/** An entry of the list of pages below `/docs`. */
export interface Entry {
  path: string;
  title: string;
}

function guide(name: DocumentName, title: string): Entry {
  return { path: `/docs/${name}`, title };
}
function reference(name: string, title: string): Entry {
  return {
    path: `/docs/reference/${name}`,
    title,
  };
}

/** All pages, in the order in which an integrator needs them. */
export const CONTENTS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Guides',
    entries: [
      guide('quick-start', 'Quick start'),
      guide('payments', 'Payments'),
      guide('links', 'Links to pay'),
      guide('payouts', 'Payouts'),
      guide('refunds', 'Refunds'),
      guide('disputes', 'Disputes'),
      guide('webhooks', 'Webhooks'),
      guide('testing', 'Testing'),
      guide('errors', 'Errors'),
      guide('limits', 'Limits and promises'),
      guide('going-live', 'Going live'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      reference('payins', 'Payins'),
      reference('payouts', 'Payouts'),
      reference('balances', 'Balances'),
      reference('refunds', 'Refunds'),
      reference('disputes', 'Disputes'),
      reference('payments', 'Cancel, methods'),
      reference('links', 'Links'),
      reference('events', 'Webhook requests'),
      reference('tools', 'Developer API'),
      guide('problems', 'Problems'),
      guide('resolution-codes', 'Resolution codes'),
      guide('reasons', 'Reasons in words'),
      guide('states', 'States'),
      guide('client', 'Client for JavaScript'),
      guide('changelog', 'Changelog'),
    ],
  },
];

/**
 * The documents of the project that the pages show, by their path below `/docs`. The one about reasons is written from
 * the table in the code.
 */
const DOCUMENTS = {
  'quick-start': 'docs/guides/quick-start.md',
  payments: 'docs/guides/payments.md',
  links: 'docs/guides/links.md',
  payouts: 'docs/guides/payouts.md',
  refunds: 'docs/guides/refunds.md',
  disputes: 'docs/guides/disputes.md',
  webhooks: 'docs/guides/webhooks.md',
  testing: 'docs/guides/testing.md',
  errors: 'docs/guides/errors.md',
  limits: 'docs/guides/limits.md',
  'going-live': 'docs/guides/going-live.md',
  client: 'packages/tollgate/README.md',
  problems: 'docs/problems.md',
  'resolution-codes': 'docs/resolution-codes.md',
  reasons: 'src/domain/order/reasons.ts',
  states: 'docs/states.md',
  changelog: 'CHANGELOG.md',
} as const;
export type DocumentName = keyof typeof DOCUMENTS;

/** Returns the address of the page that shows a document. */
export function documentedAt(path: string): string | undefined {
  const found = Object.entries(DOCUMENTS).find(([, document]) => document === path);
  return found && `/docs/${found[0]}`;
}
