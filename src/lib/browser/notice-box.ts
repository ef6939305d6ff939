import { FIELD_IDS, FIELDS } from '../card-form/fields.ts';
import type { Notice } from '../card-form/form-view.ts';
import type { FieldErrors } from '../card-form/validate.ts';
import { inputOf } from './field-elements.ts';
import { wordsOf } from './field-note.ts';

/** What can be said without asking a server for words: the page keeps these as templates. */
type KeptNotice = 'notSent' | 'offline' | 'findingOut';

const line = (tag: 'h2' | 'p', text: string): Element =>
  Object.assign(document.createElement(tag), { textContent: text });

const contentOf = (notice: Notice | KeptNotice): readonly Node[] => {
  if (typeof notice !== 'string') {
    return [line('h2', notice.title), ...notice.text.map((text) => line('p', text))];
  }
  const kept = document.querySelector<HTMLTemplateElement>(`[data-notice=${notice}]`);
  return kept ? [kept.content.cloneNode(true)] : [];
};

/** Says what happened, above the form, and takes the focus there: that is what announces it. */
export const showNotice = (notice: Notice | KeptNotice): void => {
  const box = document.getElementById('notice');
  if (!box) return;
  box.textContent = '';
  box.append(...contentOf(notice));
  box.hidden = false;
  box.focus();
};

export const hideNotice = (): void => {
  const box = document.getElementById('notice');
  if (box) box.hidden = true;
};

/** Lists what is wrong and takes the focus there; without errors, the list is put away. */
export const showSummary = (errors: FieldErrors): boolean => {
  const box = document.getElementById('summary');
  if (!box) return false;
  box.hidden = Object.keys(errors).length === 0;
  for (const field of FIELDS) {
    const error = errors[field];
    const link = box.querySelector<HTMLAnchorElement>(`[href="#${FIELD_IDS[field]}"]`);
    if (!link?.parentElement) continue;
    link.parentElement.hidden = error === undefined;
    if (error) link.textContent = wordsOf(field, error);
    // As an address in the page it would be an entry in the shopper's history.
    link.onclick = (event) => {
      event.preventDefault();
      inputOf(field).focus();
    };
  }
  if (!box.hidden) box.focus();
  return !box.hidden;
};
