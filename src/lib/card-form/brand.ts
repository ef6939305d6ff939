import creditCardType from 'credit-card-type';

/** What the form needs to know of a card brand: how its number is set and how long its code is. */
export interface Brand {
  /** The name in credit-card-type: `visa`, `american-express` … */
  id: string;
  name: string;
  /** Positions in the digits before which a space is shown. */
  gaps: readonly number[];
  numberLengths: readonly number[];
  codeLength: number;
}

/** Numbers beyond 16 digits go on in a group of their own, whatever brand they are of. */
const LAST_GAP = 16;

/** Cards of no known brand are set as most cards are, and carry a code of three digits. */
export const UNKNOWN_BRAND = {
  id: 'unknown',
  name: '',
  gaps: [4, 8, 12, LAST_GAP],
  numberLengths: [12, 13, 14, 15, 16, 17, 18, 19],
  codeLength: 3,
} as const satisfies Brand;

/** The brand of the digits typed so far; undefined while they fit several, or none. */
export const detectBrand = (digits: string): Brand | undefined => {
  const [only, another] = digits === '' ? [] : creditCardType(digits);
  if (only === undefined || another !== undefined) return undefined;
  return {
    id: only.type,
    name: only.niceType,
    gaps: [...only.gaps, LAST_GAP],
    numberLengths: only.lengths,
    codeLength: only.code.size,
  };
};
