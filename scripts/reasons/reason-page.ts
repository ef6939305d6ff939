import {
  DECLINE_REASONS_IN_WORDS,
  RESOLUTION_REASONS,
  type Reason,
} from '#domain/order/reasons.ts';

const HEAD = `# Reasons in words

Written by \`npm run generate -- reasons\`. The console and reports have the same words; \`orders show\` answers them as
\`reason\`. What leads to each code: [resolution codes](resolution-codes.md).

The customer's sentence may be said word for word. Never tell a customer that a card was reported stolen, or is suspected of
fraud: the person paying may not be its holder.
`;

const CODES = `## Resolution codes
`;

const DECLINES = `## Why cards are declined

An order that was declined has the code ORDER_CANNOT_BE_PROCESSED; the reason is that of its last attempt.
`;

/** The page as Markdown. */
export function reasonPage(): string {
  return [HEAD, CODES, table(RESOLUTION_REASONS), DECLINES, table(DECLINE_REASONS_IN_WORDS)].join(
    '\n',
  );
}

function table(reasons: Readonly<Record<string, Reason>>): string {
  const rows = Object.entries(reasons).map(
    ([name, { label, explanation, customer, merchant }]) =>
      `| ${label} (\`${name}\`) | ${explanation} | ${customer} | ${merchant} |`,
  );
  return [
    '| reason | for staff | to the customer | what the merchant can do |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
