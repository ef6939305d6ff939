import type { Sort } from '#contract/schemas/list.ts';

/**
 * The line along which a sort puts orders, cut into buckets that are counted (orders/count-changes.ts).
 * A narrow bucket is named as the column of `WAITING_CHANGES` that holds it; `perWide` of them make a wide
 * one.
 */
export interface Series {
  column: 'created_at' | 'updated_at' | 'amount_minor';
  type: 'timestamptz' | 'bigint';
  narrow: 'created_hour' | 'updated_hour' | 'amount_narrow';
  wide: 'created_day' | 'updated_day' | 'amount_wide';
  perWide: number;
  /** No order is beyond these; as SQL's text. */
  lowest: string;
  highest: string;
  /** The values of a narrow bucket: from the first up to, not including, the last; as SQL's text. */
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

/** Hours since 1970 in UTC. */
function boundsOfHour(bucket: number) {
  const startOf = (hour: number) => new Date(hour * HOUR_MS).toISOString();
  return { from: startOf(bucket), before: startOf(bucket + 1) };
}

/** The number of digits, then the first three of them: 4125 are the amounts from 1250 to 1259. */
function boundsOfAmount(bucket: number) {
  const digits = Math.floor(bucket / 1_000);
  const leading = BigInt(bucket % 1_000);
  const lowest = (threeDigits: bigint) => lowestOf(threeDigits, digits - 3).toString();
  return { from: lowest(leading), before: lowest(leading + 1n) };
}

/** Times a power of ten, rounded up. */
function lowestOf(threeDigits: bigint, exponent: number): bigint {
  if (exponent >= 0) return threeDigits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (threeDigits + divisor - 1n) / divisor;
}
