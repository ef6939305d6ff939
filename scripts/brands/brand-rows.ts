import creditCardType from 'credit-card-type';
import type { BrandRow, CardBrand } from '../../src/domain/card/number.ts';

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
    prefixes: brand.patterns.map(prefixOf).join(' '),
    gaps: brand.gaps,
    shortest: Math.min(...brand.lengths),
    codeLength: brand.code.size,
  }));
}

/** Writes a range's end without the digits that it shares with the start, because every page contains the table. */
function prefixOf(prefix: number | number[]): string {
  const [from = '', to = from] = [prefix].flat().map(String);
  const same = Array.from(from).findIndex((digit, at) => digit !== to[at]);
  return same === -1 ? from : `${from}-${to.slice(same)}`;
}
