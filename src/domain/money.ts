/**
 * Money is an integer count of minor units with its currency beside it. Every currency has two decimals here,
 * USDT_TRON included, because the API writes no more than two.
 */
export const CURRENCIES = ['USD', 'EUR', 'UAH', 'KZT', 'USDT_TRON'] as const;
export type Currency = (typeof CURRENCIES)[number];

const MINOR_PER_MAJOR = 100n;
const AMOUNT = /^(\d{1,12})(?:\.(\d{1,2}))?$/;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Parses decimal text with at most two decimals, such as '10.5', to minor units; undefined if it is anything else.
 */
export function parseAmount(text: string): bigint | undefined {
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(2, '0'));
}

/** Formats minor units as decimal text with exactly two decimals: 1050n to '10.50'. */
export function formatMinor(minor: bigint): string {
  const sign = minor < 0n ? '-' : '';
  const absolute = minor < 0n ? -minor : minor;
  const cents = (absolute % MINOR_PER_MAJOR).toString().padStart(2, '0');
  return `${sign}${absolute / MINOR_PER_MAJOR}.${cents}`;
}

/** Adds minor units in text form, as JSON from the database has them: '10' and '5' give '15'. */
export function addMinorText(one: string, other: string): string {
  return String(BigInt(one) + BigInt(other));
}

/** Returns `minor × rate`, rounded half up once. The rate is decimal text, to keep floats away from money. */
export function multiplyByRate(minor: bigint, rate: string): bigint {
  const { units, scale } = decimal(rate);
  return divideHalfUp(minor * units, scale);
}

/** Returns `minor × percent / 100`, rounded half up once. The percentage is decimal text: '2.9'. */
export function percentOf(minor: bigint, percent: string): bigint {
  const { units, scale } = decimal(percent);
  return divideHalfUp(minor * units, scale * 100n);
}

/** Parses decimal text. Throws for a malformed rate: configuration must have been validated, so it is a bug. */
function decimal(text: string): { units: bigint; scale: bigint } {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError('a rate or percentage must be plain decimal text');
  const [, whole = '', fraction = ''] = match;
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) };
}

/**
 * Divides and rounds half up. Amounts are never negative here, and BigInt division rounds down only from zero
 * upwards.
 */
function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) throw new RangeError('only amounts from zero upwards are multiplied');
  return (2n * numerator + denominator) / (2n * denominator);
}
