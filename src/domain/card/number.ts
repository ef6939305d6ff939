export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'jcb',
  'diners',
  'unionpay',
  'mir',
  'maestro',
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** A brand with its prefixes: `650031-3,5-51 7` means 650031 to 650033, 650035 to 650051, and 7. */
export interface BrandRow {
  /** Undefined for brands without an id in this service. */
  id?: CardBrand | undefined;
  prefixes: string;
  /** Positions in the digits before which a space is shown. */
  gaps: readonly number[];
  /** The length of the brand's shortest number, in digits. */
  shortest: number;
  codeLength: number;
}

const DIGITS = /^\d{12,19}$/;

/** Removes spaces and hyphens from a card number that a payer typed or a merchant sent. */
export function normalizeCardNumber(text: string): string {
  return text.replace(/[ -]/g, '');
}

/** Tells whether a text is 12 to 19 digits with a valid check digit. Takes a normalised number. */
export function isCardNumber(digits: string): boolean {
  return DIGITS.test(digits) && passesLuhn(digits);
}

/** Validates the check digit (ISO/IEC 7812-1, annex B). Takes digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Masks all but the first six and last four digits, the most that PCI DSS lets an answer show. */
export function maskCardNumber(digits: string): string {
  return digits.slice(0, 6) + '*'.repeat(Math.max(0, digits.length - 10)) + digits.slice(-4);
}
