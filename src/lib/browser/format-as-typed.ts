import { digitsOf } from '../card-form/digits.ts';
import { isDeletion, type EditKind } from '../card-form/expiry-format.ts';

/** A text field after an edit: its text, and the caret's position. */
interface FieldText {
  text: string;
  caret: number;
}

interface Edit extends FieldText {
  kind: EditKind;
  /** The text before the edit. If an edit did not change its digits, it removed a separator. */
  before: string;
}

/** Keeps a field of digits in groups; everything else in it is written by `group`. */
export function groupAsTyped(input: HTMLInputElement, group: (digits: string) => string): void {
  formatAsTyped(
    input,
    (edit) => regroup(edit, group),
    (text) => group(digitsOf(text)),
  );
}

/**
 * Keeps a field formatted: after each edit, and as a whole when it loses focus, since autofill and scripts write
 * without an edit event. Leaves compositions alone until they end, and does not reformat what undo restores.
 */
export function formatAsTyped(
  input: HTMLInputElement,
  formatEdit: (edit: Edit) => FieldText,
  formatWhole: (text: string) => string,
): void {
  const formatNow = () => {
    const text = formatWhole(input.value);
    if (text !== input.value) input.value = text;
  };
  formatNow();
  let before = input.value;
  let isRewriting = false;
  const onInput = (event: Event) => {
    const kind = editKind(event);
    if (isRewriting || kind === 'composing') return;
    if (kind !== 'history') {
      const caret = input.selectionStart ?? input.value.length;
      isRewriting = true;
      rewrite(input, formatEdit({ text: input.value, caret, kind, before }));
      isRewriting = false;
    }
    before = input.value;
  };
  input.addEventListener('input', onInput);
  input.addEventListener('compositionend', onInput);
  input.addEventListener('blur', formatNow);
}

const KINDS: Readonly<Record<string, EditKind | 'history'>> = {
  deleteContentBackward: 'delete-backward',
  deleteContentForward: 'delete-forward',
  historyUndo: 'history',
  historyRedo: 'history',
};

/** Classifies an edit. Autofill and paste insert whole texts. */
function editKind(event: Event): EditKind | 'history' | 'composing' {
  if (!(event instanceof InputEvent)) return 'other';
  if (event.isComposing) return 'composing';
  const isKey = event.inputType === 'insertText' && event.data?.length === 1;
  return KINDS[event.inputType] ?? (isKey ? 'typed' : 'other');
}

/** Sets a field's text as an edit that the shopper can undo. */
function rewrite(input: HTMLInputElement, { text, caret }: FieldText): void {
  const isFocused = document.activeElement === input;
  if (input.value !== text && !(isFocused && edit(input, text))) input.value = text;
  if (isFocused) input.setSelectionRange(caret, caret);
}

/** The part of `document` that is deprecated without a successor: only edits made by execCommand can be undone. */
interface Undoable {
  execCommand: (command: 'delete' | 'insertText', showUi: boolean, text: string) => boolean;
}

/**
 * Replaces the part of the text that differs.
 *
 * @returns false if it failed, and the caller must set the text
 */
function edit(input: HTMLInputElement, text: string): boolean {
  const { value } = input;
  const shorter = Math.min(value.length, text.length);
  let start = 0;
  while (start < shorter && value[start] === text[start]) start += 1;
  let end = 0;
  while (end < shorter - start && value[value.length - 1 - end] === text[text.length - 1 - end])
    end += 1;
  input.setSelectionRange(start, value.length - end);
  const piece = text.slice(start, text.length - end);
  const page: Undoable = document;
  page.execCommand(piece === '' ? 'delete' : 'insertText', false, piece);
  return input.value === text;
}

/**
 * Groups a field's digits after an edit, and puts the caret behind the same digit as before. Deleting only the
 * separator between two groups deletes the adjacent digit too: otherwise the separator would reappear at once, and the
 * key would seem dead.
 */
export function regroup(
  { text, caret, kind, before }: Edit,
  group: (digits: string) => string,
): FieldText {
  let digits = digitsOf(text);
  let kept = digitsOf(text.slice(0, caret)).length;
  const tookSeparatorOnly = digits === digitsOf(before);
  if (kind === 'delete-backward' && tookSeparatorOnly && kept > 0) {
    kept -= 1;
    digits = without(digits, kept);
  } else if (kind === 'delete-forward' && tookSeparatorOnly) {
    digits = without(digits, kept);
  }
  const grouped = group(digits);
  const wasPastSeparator = !tookSeparatorOnly && isSeparator(text.charAt(caret - 1));
  return {
    text: grouped,
    caret: caretAfter(grouped, kept, !isDeletion(kind) || wasPastSeparator),
  };
}

function without(text: string, index: number): string {
  return text.slice(0, index) + text.slice(index + 1);
}

function isSeparator(character: string): boolean {
  return character !== '' && digitsOf(character) === '';
}

/** Returns the position behind the n-th digit; with `skips`, also behind the separator after it. */
function caretAfter(text: string, count: number, skips: boolean): number {
  let caret = 0;
  while (caret < text.length && digitsOf(text.slice(0, caret)).length < count) caret += 1;
  if (!skips || count === 0) return caret;
  while (caret < text.length && isSeparator(text.charAt(caret))) caret += 1;
  return caret;
}
