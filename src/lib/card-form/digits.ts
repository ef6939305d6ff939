import { normalizeText } from '#domain/text.ts';

/** Limits how much text is processed: no field takes nearly as much, but a paste can be of any size. */
const MAX_INPUT_LENGTH = 256;

/**
 * Converts digits of any script to ASCII, since keyboards, autofill and pasted messages use them. NFKC converts
 * full-width and mathematical digits; every other script has its ten digits in a row.
 */
export function toAsciiDigits(text: string): string {
  return normalizeText(text.slice(0, MAX_INPUT_LENGTH), 'NFKC').replace(/\p{Nd}/gu, (digit) =>
    String(digitValue(digit)),
  );
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

/**
 * Returns a telephone number in international form. Two leading zeros, dialled in many countries, stand for the plus
 * sign.
 */
export function phoneNumber(typed: string): string {
  return withoutSeparators(typed).replace(/^00/, '+');
}

/** Returns a digit's value: its distance from its script's zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
