/** A text field as it stands after an edit: what it holds, and where the caret is in it. */
export interface FieldText {
  text: string;
  caret: number;
}

/** What the browser did, as far as it matters here. `typed`: one character; `other`: any number at once. */
export type EditKind = 'delete-backward' | 'delete-forward' | 'typed' | 'other';

interface Edit extends FieldText {
  kind: EditKind;
  /** The significant characters before the edit: an edit that left them alone took a separator. */
  before: string;
}

interface Notation {
  /** The characters that count; everything else in the field is set by `format`. */
  significant: (text: string) => string;
  format: (significant: string) => string;
}

/**
 * Sets a field anew after an edit, and puts the caret back behind the same character. Deleting the
 * separator between two groups means the character beyond it: else the separator would come back
 * at once and the key would seem dead.
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

/** Behind the n-th significant character, and behind the separator that follows it if so wished. */
function caretAfter(text: string, count: number, notation: Notation, skips: boolean): number {
  let caret = 0;
  while (caret < text.length && notation.significant(text.slice(0, caret)).length < count) {
    caret += 1;
  }
  if (!skips || count === 0) return caret;
  while (caret < text.length && isSeparator(text.charAt(caret), notation)) caret += 1;
  return caret;
}
