import type { EditKind, FieldText } from '../card-form/edit.ts';

const KINDS: Readonly<Record<string, EditKind | 'history'>> = {
  deleteContentBackward: 'delete-backward',
  deleteContentForward: 'delete-forward',
  historyUndo: 'history',
  historyRedo: 'history',
};

/** What an event reports of the edit; autofill and paste bring their text whole. */
export const editKind = (event: Event): EditKind | 'history' | 'composing' => {
  if (!(event instanceof InputEvent)) return 'other';
  if (event.isComposing) return 'composing';
  const isKey = event.inputType === 'insertText' && event.data?.length === 1;
  return KINDS[event.inputType] ?? (isKey ? 'typed' : 'other');
};

/** Makes a field hold a text, as an edit that the shopper can undo. */
export const rewrite = (input: HTMLInputElement, { text, caret }: FieldText): void => {
  const isFocused = document.activeElement === input;
  if (input.value !== text && !(isFocused && edit(input, text))) input.value = text;
  if (isFocused) input.setSelectionRange(caret, caret);
};

/**
 * What of the document is on its way out of the standard, and has no successor: of all ways to change a
 * field, only what this does can be undone.
 */
interface Undoable {
  execCommand: (command: 'delete' | 'insertText', showUi: boolean, text: string) => boolean;
}

/** Replaces what differs. Where it fails, the text is still to be set. */
const edit = (input: HTMLInputElement, text: string): boolean => {
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
};
