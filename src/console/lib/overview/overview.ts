import type { AnswerOf } from '#console/api/client.ts';

/** The overview's figures. `terminals` is absent for a single merchant. */
export type Overview = AnswerOf<'overview show'>;
export type Total = Overview['totals'][number];
export type TerminalCounts = NonNullable<Overview['terminals']>[number];

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

/** Returns the share of ended orders that succeeded; null if none has ended. */
export function approvalRate(succeeded: number, failed: number): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
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
  const amount = Math.abs(difference).toFixed(unit === 'points' ? 1 : 0);
  if (Number(amount) === 0) return 'the same';
  return `${amount} ${unit === 'points' ? 'points' : '%'} ${difference > 0 ? 'more' : 'less'}`;
}
