import creditCardType from 'credit-card-type';
import type { BrandRow, CardBrand } from '../../src/domain/card/number.ts';

/** What credit-card-type calls the brands that the service knows. */
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

/** Their names, in the same order. */
export function brandNames(): string[] {
  return creditCardType('').map(({ niceType }) => niceType);
}

/** Every brand of credit-card-type, as the domain keeps it. */
export function brandRows(): BrandRow[] {
  return creditCardType('').map((brand) => ({
    ...(IDS[brand.type] && { id: IDS[brand.type] }),
    prefixes: brand.patterns.map(prefixOf).join(' '),
    gaps: brand.gaps,
    shortest: Math.min(...brand.lengths),
    codeLength: brand.code.size,
  }));
}

/** Of a range's end no more than what differs from its start: the table travels with every page. */
function prefixOf(prefix: number | number[]): string {
  const [from = '', to = from] = [prefix].flat().map(String);
  const same = Array.from(from).findIndex((digit, at) => digit !== to[at]);
  return same === -1 ? from : `${from}-${to.slice(same)}`;
}
