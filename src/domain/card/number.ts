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

const DIGITS = /^\d{12,19}$/;

/** Inclusive prefix ranges of equal length (ISO/IEC 7812 issuer ranges). The first row that fits decides. */
const BRAND_PREFIXES: readonly (readonly [from: string, to: string, brand: CardBrand])[] = [
  ['2200', '2204', 'mir'],
  ['2221', '2720', 'mastercard'],
  ['300', '305', 'diners'],
  ['34', '34', 'amex'],
  ['3528', '3589', 'jcb'],
  ['36', '36', 'diners'],
  ['37', '37', 'amex'],
  ['38', '39', 'diners'],
  ['4', '4', 'visa'],
  ['50', '50', 'maestro'],
  ['51', '55', 'mastercard'],
  ['56', '58', 'maestro'],
  ['6011', '6011', 'discover'],
  ['62', '62', 'unionpay'],
  ['63', '63', 'maestro'],
  ['644', '659', 'discover'],
  ['67', '69', 'maestro'],
  ['81', '81', 'unionpay'],
];

/** What a payer types or a merchant sends, without the spaces and hyphens of the card's face. */
export function normalizeCardNumber(text: string): string {
  return text.replace(/[ -]/g, '');
}

/** 12 to 19 digits with a right check digit. Takes a normalised number. */
export function isCardNumber(digits: string): boolean {
  return DIGITS.test(digits) && passesLuhn(digits);
}

/** ISO/IEC 7812-1, annex B. Takes digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** First six and last four digits, the most that PCI DSS lets an answer show. */
export function maskCardNumber(digits: string): string {
  return digits.slice(0, 6) + '*'.repeat(Math.max(0, digits.length - 10)) + digits.slice(-4);
}

export function cardBrand(digits: string): CardBrand | undefined {
  return BRAND_PREFIXES.find(([from, to]) => {
    const prefix = digits.slice(0, from.length);
    return prefix.length === from.length && from <= prefix && prefix <= to;
  })?.[2];
}
