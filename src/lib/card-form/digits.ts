/** Limits how much text is processed: no field takes nearly as much, but a paste can be of any size. */
const MAX_INPUT_LENGTH = 256;

/**
 * Converts digits of any script to ASCII, since keyboards, autofill and pasted messages use them. NFKC converts
 * full-width and mathematical digits; every other script has its ten digits in a row.
 */
export function toAsciiDigits(text: string): string {
  // oxlint-disable-next-line no-restricted-properties -- No run of marks in so short a text takes long.
  const normalized = text.slice(0, MAX_INPUT_LENGTH).normalize('NFKC');
  return normalized.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Returns only the digits of a text, in ASCII, without spaces, dashes and invisible direction marks. */
export function digitsOf(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '');
}

/** Spaces, dashes, dots, brackets, and invisible marks that a paste may contain. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}()./_]/gu;

/** Converts digits to ASCII and removes separators. */
export function withoutSeparators(typed: string): string {
  return toAsciiDigits(typed).replace(SEPARATORS, '');
}

/** Countries whose numbers keep their zero in international form: Italy, San Marino, and some in Africa. */
const KEEPS_ZERO = /^\+(?:39|378|225|229|241|242)/;
/** A country code, followed by the zero that only calls within the country have. Codes of +1 and +7 know none. */
const WITH_TRUNK_ZERO =
  /^(\+(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[03579]|9[679])\d))0/;

/**
 * Returns a telephone number in international form. Accepts the address of a link (`tel:`), two leading zeros, which
 * many countries dial, for the plus sign, and the zero of national calls after the country code: `+48 0512…`, `+44
 * (0)20…`.
 */
export function phoneNumber(typed: string): string {
  const number = withoutSeparators(typed).replace(/^tel:/i, '').replace(/^00/, '+');
  return KEEPS_ZERO.test(number) ? number : number.replace(WITH_TRUNK_ZERO, '$1');
}

/** Returns a digit's value: its distance from its script's zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
