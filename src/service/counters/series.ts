import type { Sort } from '#contract/schemas/list.ts';

/**
 * The column that a sort orders by, and the buckets in which its orders are counted (orders/count-changes.ts). A
 * narrow bucket has the name of its column in `WAITING_CHANGES`; `perWide` narrow buckets make a wide one.
 */
export interface Series {
  column: 'created_at' | 'updated_at' | 'amount_minor';
  type: 'timestamptz' | 'bigint';
  narrow: 'created_hour' | 'updated_hour' | 'amount_narrow';
  wide: 'created_day' | 'updated_day' | 'amount_wide';
  perWide: number;
  /** Bounds of the values of all orders, as SQL text. */
  lowest: string;
  highest: string;
  /** Returns the values of a narrow bucket as SQL text: `from` inclusive, `before` exclusive. */
  bounds(bucket: number): { from: string; before: string };
}

export const SERIES = {
  createDate: {
    column: 'created_at',
    type: 'timestamptz',
    narrow: 'created_hour',
    wide: 'created_day',
    perWide: 24,
    lowest: '-infinity',
    highest: 'infinity',
    bounds: boundsOfHour,
  },
  updateDate: {
    column: 'updated_at',
    type: 'timestamptz',
    narrow: 'updated_hour',
    wide: 'updated_day',
    perWide: 24,
    lowest: '-infinity',
    highest: 'infinity',
    bounds: boundsOfHour,
  },
  amount: {
    column: 'amount_minor',
    type: 'bigint',
    narrow: 'amount_narrow',
    wide: 'amount_wide',
    perWide: 100,
    lowest: '0',
    highest: '9223372036854775807',
    bounds: boundsOfAmount,
  },
} as const satisfies Record<Sort['field'], Series>;

export const HOUR_MS = 3_600_000;

/** Returns the bounds of an hour, counted since 1970 in UTC. */
function boundsOfHour(bucket: number) {
  const startOf = (hour: number) => new Date(hour * HOUR_MS).toISOString();
  return { from: startOf(bucket), before: startOf(bucket + 1) };
}

/**
 * Returns the bounds of an amount bucket. Its number is the number of digits, then the first three digits: 4125
 * stands for the amounts from 1250 to 1259.
 */
function boundsOfAmount(bucket: number) {
  const digits = Math.floor(bucket / 1_000);
  const leading = BigInt(bucket % 1_000);
  const lowest = (threeDigits: bigint) => lowestOf(threeDigits, digits - 3).toString();
  return { from: lowest(leading), before: lowest(leading + 1n) };
}

/** Returns three digits times a power of ten, rounded up. */
function lowestOf(threeDigits: bigint, exponent: number): bigint {
  if (exponent >= 0) return threeDigits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (threeDigits + divisor - 1n) / divisor;
}
