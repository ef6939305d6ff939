import { BRAND_NAMES, BRAND_ROWS } from './brand-rows.ts';
import type { BrandRow, CardBrand } from './number.ts';

/** What the form needs to know of a card brand: how its number is set and how long its code is. */
export type Brand = Omit<BrandRow, 'prefixes'>;

/** Numbers beyond 16 digits go on in a group of their own, whatever brand they are of. */
export const LAST_GAP = 16;

/** Cards of no known brand are set as most cards are, and carry a code of three digits. */
export const UNKNOWN_BRAND: Brand = {
  gaps: [4, 8, 12],
  shortest: 12,
  codeLength: 3,
};

/** Taken apart once: a card that is paid asks three times. */
const PREFIXES = BRAND_ROWS.map((brand) => ({
  brand,
  ranges: brand.prefixes.split(' ').map(rangeOf),
}));

/** From which prefix to which: the end is written from where it differs. */
function rangeOf(prefix: string): readonly [from: string, to: string] {
  const [from = '', end = ''] = prefix.split('-');
  return [from, from.slice(0, from.length - end.length) + end];
}

/**
 * The brand of the digits typed so far; undefined while they fit several, or none. Where all that fit
 * are past their prefixes, the longest prefix decides.
 */
export function detectBrand(digits: string): Brand | undefined {
  const fits = PREFIXES.map(({ brand, ranges }) => ({
    brand,
    length: matchedLength(digits, ranges),
  })).filter(({ length }) => length !== undefined);
  if (fits.length > 1 && fits.some(({ length }) => length === 0)) return undefined;
  return fits.sort((one, other) => (other.length ?? 0) - (one.length ?? 0))[0]?.brand;
}

/** Of the first prefix that fits; 0 while it is not typed to its end. */
function matchedLength(
  digits: string,
  ranges: readonly (readonly [string, string])[],
): number | undefined {
  for (const [from, to] of ranges) {
    const typed = digits.slice(0, from.length);
    const isWithin = from.slice(0, typed.length) <= typed && typed <= to;
    if (isWithin) return typed.length === from.length ? from.length : 0;
  }
  return undefined;
}

/** As the schemes write themselves, in every language. */
export function brandName(id: CardBrand): string {
  return BRAND_NAMES[BRAND_ROWS.findIndex((brand) => brand.id === id)] ?? id;
}

/** What the service calls the brand of a complete number; undefined where it has no name for it. */
export function cardBrand(digits: string): CardBrand | undefined {
  return detectBrand(digits)?.id;
}
