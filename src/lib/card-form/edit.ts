/** A text field after an edit: its text, and the caret's position. */
export interface FieldText {
  text: string;
  caret: number;
}

/** The kind of edit. `typed`: one character; `other`: any number of characters at once. */
export type EditKind = 'delete-backward' | 'delete-forward' | 'typed' | 'other';

interface Edit extends FieldText {
  kind: EditKind;
  /** The significant characters before the edit. If an edit did not change them, it removed a separator. */
  before: string;
}

interface Notation {
  /** Returns the characters that matter; `format` writes everything else in the field. */
  significant: (text: string) => string;
  format: (significant: string) => string;
}

/**
 * Reformats a field after an edit, and puts the caret behind the same character as before. Deleting only the
 * separator between two groups deletes the adjacent character too: otherwise the separator would reappear at once,
 * and the key would seem dead.
 */
export function reformat(edit: Edit, notation: Notation): FieldText {
  let significant = notation.significant(edit.text);
  let kept = notation.significant(edit.text.slice(0, edit.caret)).length;
  const tookSeparatorOnly = significant === edit.before;
  if (edit.kind === 'delete-backward' && tookSeparatorOnly && kept > 0) {
    kept -= 1;
    significant = without(significant, kept);
  } else if (edit.kind === 'delete-forward' && tookSeparatorOnly) {
    significant = without(significant, kept);
  }
  const text = notation.format(significant);
  const wasPastSeparator =
    !tookSeparatorOnly && isSeparator(edit.text.charAt(edit.caret - 1), notation);
  return {
    text,
    caret: caretAfter(text, kept, notation, !isDeletion(edit.kind) || wasPastSeparator),
  };
}

export function isDeletion(kind: EditKind): boolean {
  return kind === 'delete-backward' || kind === 'delete-forward';
}

function without(text: string, index: number): string {
  return text.slice(0, index) + text.slice(index + 1);
}

function isSeparator(character: string, { significant }: Notation): boolean {
  return character !== '' && significant(character) === '';
}

/** Returns the position behind the n-th significant character; with `skips`, also behind the separator after it. */
function caretAfter(text: string, count: number, notation: Notation, skips: boolean): number {
  let caret = 0;
  while (caret < text.length && notation.significant(text.slice(0, caret)).length < count) {
    caret += 1;
  }
  if (!skips || count === 0) return caret;
  while (caret < text.length && isSeparator(text.charAt(caret), notation)) caret += 1;
  return caret;
}
