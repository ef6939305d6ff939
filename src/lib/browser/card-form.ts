import { groupCardNumber } from '#domain/card/brand.ts';

import { formatExpiry } from '../card-form/expiry-format.ts';
import type { FormFields } from '../card-form/validate.ts';
import { changeLanguageInPlace } from './change-language.ts';
import { countDownForm } from './count-down.ts';
import { inputOf, showBrand, validateFields, type ValidatedFields } from './fields.ts';
import { formatAsTyped, groupAsTyped } from './format-as-typed.ts';
import { hideNotice } from './notice.ts';
import { ignoreForeign } from './form.ts';
import { showSummary, submitByScript } from './submit.ts';

/**
 * Enhances the card form on the page, even if the shopper has already typed into it, and again in another language.
 *
 * @param prepare Makes the rest of the form ready, and returns all its fields.
 */
export function runCardForm(prepare: () => FormFields): void {
  const begin = () => enhance(prepare);
  begin();
  changeLanguageInPlace((wasListed) => {
    const fields = begin();
    if (!fields || !wasListed) return;
    // The server's page shows the last decline, which the list of errors had replaced.
    hideNotice();
    showSummary(fields.validateAll(), fields.names);
  });
  // A page that the browser keeps in memory for Back shows its fields again, before anything can run.
  addEventListener('pagehide', () => (inputOf('code').value = ''));
}

function enhance(prepare: () => FormFields): ValidatedFields | undefined {
  const form = document.querySelector<HTMLFormElement>('#card-form');
  if (!form) return undefined;
  ignoreForeign(form);
  groupAsTyped(inputOf('number'), groupCardNumber);
  formatExpiryAsTyped();
  showBrand();
  form.addEventListener('input', showBrand);
  keepUnsaved(form, 'number');
  keepUnsaved(form, 'code');
  const fields = validateFields(form, prepare());
  submitByScript(form, fields);
  countDownForm(form);
  // From here on the form shows its own errors.
  form.noValidate = true;
  return fields;
}

/**
 * Formats the expiry date while it is typed at its end, from the keys that were typed. Text edited in the middle is
 * formatted when the field loses focus.
 */
function formatExpiryAsTyped(): void {
  let keys = '';
  let shown = '';
  formatAsTyped(
    inputOf('expiry'),
    ({ text, caret, kind }) => {
      if (caret !== text.length) return { text, caret };
      const key = text.slice(-1);
      keys = kind === 'typed' && text === shown + key ? keys + key : text;
      shown = formatExpiry(keys, kind);
      return { text: shown, caret: shown.length };
    },
    (text) => formatExpiry(text, 'other'),
  );
}

/**
 * Keeps a field's value out of what the browser saves for Back and for a restored session: it saves no field that must
 * not be completed. The field says so once it has a value, since autofill has to know what it is until then.
 */
function keepUnsaved(form: HTMLFormElement, field: 'number' | 'code'): void {
  const input = inputOf(field);
  const { autocomplete } = input;
  const update = () => (input.autocomplete = input.value ? 'off' : autocomplete);
  update();
  form.addEventListener('input', update);
  form.addEventListener('focusout', update);
}
