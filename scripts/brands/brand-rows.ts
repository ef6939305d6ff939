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

/** Every brand of credit-card-type, as the domain keeps it. */
export function brandRows(): BrandRow[] {
  return creditCardType('').map((brand) => ({
    ...(IDS[brand.type] && { id: IDS[brand.type] }),
    name: brand.niceType,
    prefixes: brand.patterns.map((prefix) => [prefix].flat().join('-')).join(' '),
    gaps: brand.gaps,
    numberLengths: brand.lengths,
    codeLength: brand.code.size,
  }));
}
