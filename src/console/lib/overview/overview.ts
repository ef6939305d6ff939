import type { AnswerOf } from '#console/api/client.ts';

/** Without terminals where one merchant is asked for. */
export type Overview = AnswerOf<'overview show'>;
export type Total = Overview['totals'][number];
export type TerminalCounts = NonNullable<Overview['terminals']>[number];

/** How far back one looks, as it stands in the address. */
export const RANGES = [
  { name: '24h', text: '24 hours', input: { hours: 24 } },
  { name: '7d', text: '7 days', input: { hours: 168 } },
  { name: '30d', text: '30 days', input: { days: 30 } },
  { name: '12m', text: '12 months', input: { days: 365 } },
] as const;

/** The range that an address names; the shortest where it names none. */
export function rangeNamed(name: string | null): (typeof RANGES)[number] {
  return RANGES.find((range) => range.name === name) ?? RANGES[0];
}

/** What totals and charts can be grouped by. */
export function keyOf({ direction, currency }: { direction: string; currency: string }): string {
  return `${direction} ${currency}`;
}
