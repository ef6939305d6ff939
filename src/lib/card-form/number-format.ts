import { detectBrand, LAST_GAP, UNKNOWN_BRAND } from '#domain/card/brand.ts';
import { digitsOf } from './digits.ts';
import { reformat, type EditKind, type FieldText } from './edit.ts';

/** The longest number that ISO/IEC 7812 allows; a paste's further digits are ignored. */
const MAX_DIGITS = 19;

/** Formats a card number in the groups of its brand: 4-4-4-4, 4-6-5, 4-6-4, up to 19 digits. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  const gaps = [...(detectBrand(digits) ?? UNKNOWN_BRAND).gaps, LAST_GAP];
  return Array.from(digits)
    .map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit))
    .join('');
}

/** Reformats the number field after an edit, with the caret where the shopper left it. */
export function editCardNumber(edit: FieldText & { kind: EditKind; before: string }): FieldText {
  return reformat(
    { ...edit, before: digitsOf(edit.before) },
    { significant: digitsOf, format: formatCardNumber },
  );
}
