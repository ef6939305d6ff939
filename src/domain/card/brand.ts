import { BRAND_LENGTHS, BRAND_NAMES, BRAND_ROWS } from './brand-rows.ts';
import { isCardNumber, type BrandRow, type CardBrand } from './number.ts';

/** The layout of a brand's cards for the form: how the number is spaced, and how long the code is. */
export type Brand = Omit<BrandRow, 'prefixes'>;

/** Digits beyond the 16th form a group of their own, for every brand. */
const LAST_GAP = 16;

/** The longest number that ISO/IEC 7812 allows; a paste's further digits are ignored. */
const MAX_DIGITS = 19;

/** The layout for cards of no known brand: spaced like most cards, with a code of three digits. */
export const UNKNOWN_BRAND: Brand = {
  gaps: [4, 8, 12],
  shortest: 12,
  codeLength: 3,
};

/** Parsed once, since a payment by card looks up its brand three times. */
const PREFIXES = BRAND_ROWS.map((brand) => ({
  brand,
  ranges: brand.prefixes.split(' ').flatMap(rangesOf),
}));

/**
 * Parses `650031-3,5-51` to `[['650031', '650033'], ['650035', '650051']]`: each text omits the digits that it shares
 * with the start before it.
 */
function rangesOf(prefixes: string): (readonly [from: string, to: string])[] {
  let from = '';
  const complete = (end: string) => from.slice(0, from.length - end.length) + end;
  return prefixes.split(',').map((range) => {
    const [start = '', end = ''] = range.split('-');
    from = complete(start);
    return [from, complete(end)];
  });
}

/**
 * Returns the brand of the digits typed so far; undefined while they match several brands or none. Once every
 * matching prefix is typed in full, the longest prefix decides.
 */
export function detectBrand(digits: string): Brand | undefined {
  const fits = PREFIXES.map(({ brand, ranges }) => ({
    brand,
    length: matchedLength(digits, ranges),
  })).filter(({ length }) => length !== undefined);
  if (fits.length > 1 && fits.some(({ length }) => length === 0)) return undefined;
  return fits.sort((one, other) => (other.length ?? 0) - (one.length ?? 0))[0]?.brand;
}

/** Returns the length of the first prefix that matches; 0 while the prefix is only partly typed. */
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

/** Groups a card number as it is printed on the brand's cards: 4-4-4-4, 4-6-5, 4-6-4, up to 19 digits. */
export function groupCardNumber(typed: string): string {
  const digits = typed.slice(0, MAX_DIGITS);
  const gaps = [...(detectBrand(digits) ?? UNKNOWN_BRAND).gaps, LAST_GAP];
  return Array.from(digits, (digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join('');
}

/** Returns the scheme's own spelling of its name, which is the same in every language. */
export function brandName(id: CardBrand): string {
  return BRAND_NAMES[BRAND_ROWS.findIndex((brand) => brand.id === id)] ?? id;
}

/** Returns the brand id of a complete number; undefined for a brand without an id. */
export function cardBrand(digits: string): CardBrand | undefined {
  return detectBrand(digits)?.id;
}

/**
 * Tells whether digits are the number of a card of a known brand: by the brand's ranges and lengths, and by the check
 * digit. Timestamps are not: they begin with 1. JCB's range 1800, the only one that does, is no longer issued.
 */
export function isBrandNumber(digits: string): boolean {
  if (digits.startsWith('1') || !isCardNumber(digits)) return false;
  const brand = detectBrand(digits);
  const row = BRAND_ROWS.findIndex((each) => each === brand);
  return BRAND_LENGTHS[row]?.includes(digits.length) === true;
}
