import type { AnswerOf } from '#console/api/client.ts';
import { percent, rounded } from '#console/format/money.ts';
import { brandInWords } from '#console/orders/words.ts';
import { unpaidReasonLabel } from '#domain/order/reasons.ts';

/** The overview's figures. `terminals` is absent for a single merchant. */
export type Overview = AnswerOf<'overview show'>;
export type Total = Overview['totals'][number];

/** The time ranges, named as in the address. */
export const RANGES = [
  { name: '24h', text: '24 hours', input: { hours: 24 } },
  { name: '7d', text: '7 days', input: { hours: 168 } },
  { name: '30d', text: '30 days', input: { days: 30 } },
  { name: '12m', text: '12 months', input: { days: 365 } },
] as const;

/** Returns the range that an address names; the shortest if it names none. */
export function rangeNamed(name: string | null): (typeof RANGES)[number] {
  return RANGES.find((range) => range.name === name) ?? RANGES[0];
}

/** Returns the key by which totals and charts are grouped. */
export function keyOf({ direction, currency }: { direction: string; currency: string }): string {
  return `${direction} ${currency}`;
}

const GROUPINGS = [
  { name: 'merchant', text: 'Merchant' },
  { name: 'method', text: 'Method' },
  { name: 'terminal', text: 'Terminal' },
  { name: 'brand', text: 'Card brand' },
  { name: 'currency', text: 'Currency' },
  { name: 'reason', text: 'Why not paid' },
] as const;
export type Grouping = (typeof GROUPINGS)[number]['name'];

/** Returns what rates can be grouped by: a merchant's people see no terminals, and one merchant is no group. */
export function groupingsFor({
  isOfMerchant = false,
  isOneMerchant = false,
}: {
  isOfMerchant?: boolean;
  isOneMerchant?: boolean;
}): readonly (typeof GROUPINGS)[number][] {
  return GROUPINGS.filter(
    ({ name }) =>
      !(name === 'terminal' && isOfMerchant) &&
      !(name === 'merchant' && (isOfMerchant || isOneMerchant)),
  );
}

/** Returns the grouping that an address names; the first offered one if it names none. */
export function groupingNamed(
  name: string | null,
  offered: ReturnType<typeof groupingsFor>,
): Grouping {
  return (offered.find((each) => each.name === name) ?? offered[0])?.name ?? 'method';
}

/** The steps of the funnel, in words. */
export const STEPS = [
  { step: 'created', text: 'Created' },
  { step: 'submitted', text: 'Submitted by the payer' },
  { step: 'challenged', text: 'Challenged (3-D Secure)' },
  { step: 'sent', text: 'Received by an acquirer' },
  { step: 'approved', text: 'Approved' },
] as const;

/** The value of orders without a terminal, brand or reason. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the name of a row of rates in words. */
export function nameOfRow(by: Grouping, { id, name }: { id: string; name: string }): string {
  if (id === NO_ID) return 'No attempt yet';
  if (by === 'reason') return id === '' ? 'Paid or still open' : unpaidReasonLabel(id);
  if (by !== 'brand') return name;
  if (id === '') return 'Not a card, or none yet';
  return id === 'unknown' ? 'Unknown' : brandInWords(id);
}

/** Returns the path of the list of payins that a figure counts. */
export function ordersBehind(filters: Readonly<Record<string, string>>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '' && value !== NO_ID);
  return `/orders?${new URLSearchParams([['direction', 'payin'], ...given]).toString()}`;
}

export function rateInWords(rate: string | null): string {
  return percent(rate === null ? null : Number(rate));
}

/** Returns the period of the same length before a range, as the command takes it. */
export function periodBefore({ from, to }: Pick<Overview, 'from' | 'to'>) {
  const start = Date.parse(from);
  return { from: new Date(2 * start - Date.parse(to)).toISOString(), to: from };
}

/**
 * Describes how a figure differs from the one before: "12 % more", "1.3 points less"; undefined if there is nothing
 * to compare.
 */
export function compared(
  now: number | null,
  before: number | null | undefined,
  unit: 'share' | 'points',
): string | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  if (unit === 'share' && before === 0) return undefined;
  const difference = unit === 'points' ? (now - before) * 100 : ((now - before) / before) * 100;
  const amount = rounded(Math.abs(difference), unit === 'points' ? 1 : 0);
  if (amount === '0') return 'the same';
  const points = amount === '1' ? 'point' : 'points';
  return `${amount} ${unit === 'points' ? points : '%'} ${difference > 0 ? 'more' : 'less'}`;
}
