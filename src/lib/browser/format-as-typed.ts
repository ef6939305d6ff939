import type { EditKind, FieldText } from '../card-form/edit.ts';

export type Edit = FieldText & { kind: EditKind; before: string };

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
