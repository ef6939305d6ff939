import {
  DECLINE_REASONS_IN_WORDS,
  REFUSALS_IN_WORDS,
  RESOLUTION_REASONS,
  type Reason,
} from '#domain/order/reasons.ts';

const HEAD = `# Reasons in words

The console and reports have the same words; \`orders show\` answers them as \`reason\`, \`orders explain\` with an
explanation for staff. What leads to each code: [resolution codes](../../../docs/resolution-codes.md).

Quote the customer's sentence as it stands. Never tell a customer that a card was reported stolen, or is suspected of
fraud: the person paying may not be its holder.
`;

const CODES = `## Resolution codes
`;

const DECLINES = `## Why cards are declined

An order that was declined has the code ORDER_CANNOT_BE_PROCESSED; the reason is that of its last attempt.
`;

const REFUSALS = `## What limits refuse

Such a card never reached an acquirer. The order has the code BLACKLISTED_INPUT_DATA, or waits for another card on the
payment page; \`refused_by\` names the limit until an acquirer gets a card.
`;

/** Returns the page as Markdown. The build takes the place of a document with it: see vite/guides.ts. */
export function reasonPage(): string {
  return [
    HEAD,
    CODES,
    codeTable(),
    DECLINES,
    staffTable(DECLINE_REASONS_IN_WORDS),
    REFUSALS,
    staffTable(REFUSALS_IN_WORDS),
  ].join('\n');
}

/** Returns the table of codes without explanations: another page says what leads to each code. */
function codeTable(): string {
  return table(RESOLUTION_REASONS, ['to the customer', 'what the merchant can do'], (reason) => [
    reason.customer,
    reason.merchant,
  ]);
}

function staffTable(reasons: Readonly<Record<string, Reason>>): string {
  const heads = ['for staff', 'to the customer', 'what the merchant can do'];
  return table(reasons, heads, ({ explanation, customer, merchant }) => [
    explanation,
    customer,
    merchant,
  ]);
}

function table(
  reasons: Readonly<Record<string, Reason>>,
  heads: readonly string[],
  cellsOf: (reason: Reason) => readonly string[],
): string {
  const rows = Object.entries(reasons).map(([name, reason]) =>
    [`${reason.label} (\`${name}\`)`, ...cellsOf(reason)].join(' | '),
  );
  const rule = ['---', ...heads.map(() => '---')].join(' | ');
  return [['reason', ...heads].join(' | '), rule, ...rows].map((row) => `| ${row} |\n`).join('');
}
