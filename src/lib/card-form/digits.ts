import { normalizeText } from '#domain/text.ts';

/** A ceiling on what is looked at: nothing a field takes is near it, and a paste can be anything. */
const MAX_INPUT_LENGTH = 256;

/**
 * Digits of any script as ASCII ones, as they come out of keyboards, autofill and pasted messages:
 * NFKC turns full-width and mathematical digits over; every other script has its ten in one run.
 */
export function toAsciiDigits(text: string): string {
  return normalizeText(text.slice(0, MAX_INPUT_LENGTH), 'NFKC').replace(/\p{Nd}/gu, (digit) =>
    String(digitValue(digit)),
  );
}

/** Only the digits of a text, in ASCII: spaces, dashes and invisible direction marks fall away. */
export function digitsOf(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '');
}

/** Spaces, dashes, dots, brackets, and the invisible marks that come with a paste. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}()./_]/gu;

/** What was typed with digits in ASCII, and nothing between them. */
export function withoutSeparators(typed: string): string {
  return toAsciiDigits(typed).replace(SEPARATORS, '');
}

/** In its international form; the two zeros that are dialled in many countries stand for the plus sign. */
export function phoneNumber(typed: string): string {
  return withoutSeparators(typed).replace(/^00/, '+');
}

/** A digit's value is its distance from the zero that its run begins with. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
