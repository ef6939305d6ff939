import { editCardNumber, formatCardNumber } from '../card-form/number-format.ts';
import type { EditKind, FieldText } from '../card-form/edit.ts';
import { formatExpiry } from '../card-form/expiry-format.ts';
import { inputOf } from './field-elements.ts';
import { editKind, rewrite } from './rewrite.ts';

type Edit = FieldText & { kind: EditKind; before: string };

export const formatNumberAsTyped = (): void =>
  formatAsTyped(inputOf('number'), editCardNumber, formatCardNumber);

/** Set as it is typed, at its end; an edit in the middle is left as it is until the field is left. */
export const formatExpiryAsTyped = (): void =>
  formatAsTyped(
    inputOf('expiry'),
    ({ text, caret, kind }) => {
      if (caret !== text.length) return { text, caret };
      const formatted = formatExpiry(text, kind);
      return { text: formatted, caret: formatted.length };
    },
    (text) => formatExpiry(text, 'other'),
  );

/**
 * Keeps a field in its notation: after each edit, and whole when it is left. Autofill and scripts write
 * without an edit; a composition is left alone until it ends; what undo brings back stays as it was.
 */
const formatAsTyped = (
  input: HTMLInputElement,
  formatEdit: (edit: Edit) => FieldText,
  formatWhole: (text: string) => string,
): void => {
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
};
