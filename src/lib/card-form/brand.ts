import creditCardType from 'credit-card-type';

import type { CardBrand } from '#domain/card/number.ts';

/** What the form needs to know of a card brand: how its number is set and how long its code is. */
export interface Brand {
  /** Undefined for brands that the service has no name for. */
  id: CardBrand | undefined;
  name: string;
  /** Positions in the digits before which a space is shown. */
  gaps: readonly number[];
  numberLengths: readonly number[];
  codeLength: number;
}

/** What credit-card-type calls the brands. */
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

/** Numbers beyond 16 digits go on in a group of their own, whatever brand they are of. */
const LAST_GAP = 16;

/** Cards of no known brand are set as most cards are, and carry a code of three digits. */
export const UNKNOWN_BRAND: Brand = {
  id: undefined,
  name: '',
  gaps: [4, 8, 12, LAST_GAP],
  numberLengths: [12, 13, 14, 15, 16, 17, 18, 19],
  codeLength: 3,
};

/** The brand of the digits typed so far; undefined while they fit several, or none. */
export const detectBrand = (digits: string): Brand | undefined => {
  const [only, another] = digits === '' ? [] : creditCardType(digits);
  if (only === undefined || another !== undefined) return undefined;
  return {
    id: IDS[only.type],
    name: only.niceType,
    gaps: [...only.gaps, LAST_GAP],
    numberLengths: only.lengths,
    codeLength: only.code.size,
  };
};
