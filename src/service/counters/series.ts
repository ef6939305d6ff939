import type { Sort } from '#contract/schemas/list.ts';

/** The column that a sort orders by. */
export interface SortColumn {
  column: 'created_at' | 'updated_at' | 'amount_minor';
  type: 'timestamptz' | 'bigint';
  /** Bounds of the values of all orders, as SQL text. */
  lowest: string;
  highest: string;
}

/**
 * A column whose orders are counted in buckets (orders/count-changes.ts): hours, which have the name of their column in
 * `WAITING_CHANGES`, and days.
 */
export interface Series extends SortColumn {
  hour: 'created_hour' | 'updated_hour';
  day: 'created_day' | 'updated_day';
}

const INSTANTS = { type: 'timestamptz', lowest: '-infinity', highest: 'infinity' } as const;

/** The sorts whose orders are counted by time. */
export const SERIES = {
  createDate: { ...INSTANTS, column: 'created_at', hour: 'created_hour', day: 'created_day' },
  updateDate: { ...INSTANTS, column: 'updated_at', hour: 'updated_hour', day: 'updated_day' },
} as const satisfies Partial<Record<Sort['field'], Series>>;

export const SORT_COLUMNS: Record<Sort['field'], SortColumn> = {
  ...SERIES,
  amount: { column: 'amount_minor', type: 'bigint', lowest: '0', highest: '9223372036854775807' },
};

export const HOURS_PER_DAY = 24;
export const HOUR_MS = 3_600_000;

/** Returns the days of these hours, both counted since 1970 in UTC. */
export function daysOf(hours: readonly number[]): number[] {
  return [...new Set(hours.map((hour) => Math.floor(hour / HOURS_PER_DAY)))];
}

/** Returns the bounds of an hour, counted since 1970 in UTC, as SQL text: `from` inclusive, `before` exclusive. */
export function boundsOfHour(bucket: number): { from: string; before: string } {
  const startOf = (hour: number) => new Date(hour * HOUR_MS).toISOString();
  return { from: startOf(bucket), before: startOf(bucket + 1) };
}
