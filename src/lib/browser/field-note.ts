import { FIELD_IDS, type FieldName } from '../card-form/fields.ts';
import type { FieldError } from '../i18n/field-errors.ts';
import { inputOf } from './field-elements.ts';

const partOf = (field: FieldName, part: 'hint' | 'note') =>
  document.getElementById(`${FIELD_IDS[field]}-${part}`);

/** A live region that is set anew is read out anew. */
const write = (element: HTMLElement | null, words: string): void => {
  if (element && element.textContent !== words) element.textContent = words;
};

/** In the page's language, from what the field keeps of them. */
export const wordsOf = (field: FieldName, name: FieldError | 'hint' | 'otherHint'): string =>
  partOf(field, 'note')?.closest('.field')?.querySelector(`[data-says=${name}]`)?.textContent ?? '';

/** Below a field: what is wrong with it. */
export const showError = (field: FieldName, error: FieldError | undefined): void => {
  const input = inputOf(field);
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  write(partOf(field, 'note'), error ? wordsOf(field, error) : '');
};

/** Between a field and its label: what is expected of it. */
export const setHint = (field: FieldName, hint: 'hint' | 'otherHint'): void => {
  write(partOf(field, 'hint'), wordsOf(field, hint));
};
