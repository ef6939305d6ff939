import { detectBrand, LAST_GAP, UNKNOWN_BRAND } from '#domain/card/brand.ts';
import { digitsOf } from './digits.ts';

/** A text field as it stands after an edit: what it holds, and where the caret is in it. */
export interface FieldText {
  text: string;
  caret: number;
}

/** What the browser did, as far as it matters here. `typed`: one character; `other`: any number at once. */
export type EditKind = 'delete-backward' | 'delete-forward' | 'typed' | 'other';

export function isDeletion(kind: EditKind): boolean {
  return kind === 'delete-backward' || kind === 'delete-forward';
}

/** The longest number of ISO/IEC 7812; what a paste holds beyond it is not of a card. */
const MAX_DIGITS = 19;

/** A card number in the groups of its brand: 4-4-4-4, 4-6-5, 4-6-4, up to 19 digits. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  const gaps = [...(detectBrand(digits) ?? UNKNOWN_BRAND).gaps, LAST_GAP];
  return Array.from(digits)
    .map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit))
    .join('');
}

/**
 * Groups the number field anew after an edit, and puts the caret back behind the same digit. `before` is the text before
 * the edit. Deleting the space between two groups deletes the digit beyond it: otherwise the space would come back at
 * once and the key would seem dead.
 */
export function editCardNumber(edit: FieldText & { kind: EditKind; before: string }): FieldText {
  let digits = digitsOf(edit.text);
  let kept = digitsOf(edit.text.slice(0, edit.caret)).length;
  const tookSpaceOnly = digits === digitsOf(edit.before);
  if (edit.kind === 'delete-backward' && tookSpaceOnly && kept > 0) {
    kept -= 1;
    digits = without(digits, kept);
  } else if (edit.kind === 'delete-forward' && tookSpaceOnly) {
    digits = without(digits, kept);
  }
  const text = formatCardNumber(digits);
  const wasPastSpace = !tookSpaceOnly && isNoDigit(edit.text.charAt(edit.caret - 1));
  return { text, caret: caretAfter(text, kept, !isDeletion(edit.kind) || wasPastSpace) };
}

function without(text: string, index: number): string {
  return text.slice(0, index) + text.slice(index + 1);
}

function isNoDigit(character: string): boolean {
  return character !== '' && digitsOf(character) === '';
}

/** Behind the digit of that count, and behind the space that follows it where `skipsSpace`. */
function caretAfter(text: string, count: number, skipsSpace: boolean): number {
  let caret = 0;
  while (caret < text.length && digitsOf(text.slice(0, caret)).length < count) caret += 1;
  if (!skipsSpace || count === 0) return caret;
  while (caret < text.length && isNoDigit(text.charAt(caret))) caret += 1;
  return caret;
}
