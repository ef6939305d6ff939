import creditCardType from 'credit-card-type';
import type { BrandRow, CardBrand } from '../../../src/domain/card/number.ts';

/** The service's brands, by their ids in credit-card-type. */
const IDS: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'amex',
  discover: 'discover',
  jcb: 'jcb',
  'diners-club': 'diners',
  unionpay: 'unionpay',
  mir: 'mir',
  maestro: 'maestro',
};

/** Returns the names of credit-card-type's brands, in the order of `brandRows`. */
export function brandNames(): string[] {
  return creditCardType('').map(({ niceType }) => niceType);
}

/** Returns how many digits the numbers of credit-card-type's brands have, in the order of `brandRows`. */
export function brandLengths(): number[][] {
  return creditCardType('').map(({ lengths }) => lengths);
}

/** Returns every brand of credit-card-type in the domain's form. */
export function brandRows(): BrandRow[] {
  return creditCardType('').map((brand) => ({
    ...(IDS[brand.type] && { id: IDS[brand.type] }),
    prefixes: prefixesOf(brand.patterns.map((pattern) => [pattern].flat().map(String))),
    gaps: brand.gaps,
    shortest: Math.min(...brand.lengths),
    codeLength: brand.code.size,
  }));
}

/**
 * Writes ranges as `650031-3,5-51 7`: an end omits the digits that it shares with its start, and a start after a comma
 * those that it shares with the start before. Every page contains the table.
 */
function prefixesOf(ranges: string[][]): string {
  let before = '';
  const texts = ranges.map(([from = '', to = from]) => {
    const continues = from.length === before.length && sharedDigits(before, from) > 0;
    const start = continues ? `,${from.slice(sharedDigits(before, from))}` : ` ${from}`;
    before = from;
    return to === from ? start : `${start}-${to.slice(sharedDigits(from, to))}`;
  });
  return texts.join('').trim();
}

/** Returns how many digits two prefixes begin with alike. */
function sharedDigits(one: string, other: string): number {
  return Array.from(one).findIndex((digit, place) => digit !== other[place]);
}
