/** Which documents of the project the pages show, and where below `/docs`. */
export const DOCUMENTS = {
  'quick-start': 'docs/guides/quick-start.md',
  payments: 'docs/guides/payments.md',
  payouts: 'docs/guides/payouts.md',
  webhooks: 'docs/guides/webhooks.md',
  testing: 'docs/guides/testing.md',
  errors: 'docs/guides/errors.md',
  'going-live': 'docs/guides/going-live.md',
  client: 'src/package/README.md',
  problems: 'docs/problems.md',
  'resolution-codes': 'docs/resolution-codes.md',
  states: 'docs/states.md',
} as const;
export type DocumentName = keyof typeof DOCUMENTS;

/** The address of the page that shows a document. */
export const documentedAt = (path: string): string | undefined => {
  const found = Object.entries(DOCUMENTS).find(([, document]) => document === path);
  return found && `/docs/${found[0]}`;
};
