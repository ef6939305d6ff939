import { formatExpiry } from '../card-form/expiry-format.ts';
import { FIELDS, IN_PLACE } from '../card-form/fields.ts';
import { editCardNumber, formatCardNumber } from '../card-form/number-format.ts';
import { countDown } from './count-down.ts';
import { inputOf, showBrand, typedValues, validateFields, type ValidatedFields } from './fields.ts';
import { formatAsTyped } from './format-as-typed.ts';
import { isLocked } from './lock.ts';
import { ignoreForeign } from './own.ts';
import { hideNotice, showNotice, showSummary, submitByScript } from './submit.ts';

/** Enhances the card form on the page, even if the shopper has already typed into it. */
function enhance(): ValidatedFields | undefined {
  const form = document.querySelector<HTMLFormElement>('#card-form');
  if (!form) return undefined;
  ignoreForeign(form);
  formatNumberAsTyped();
  formatExpiryAsTyped();
  showBrand();
  form.addEventListener('input', showBrand);
  keepUnsaved(form, 'number');
  keepUnsaved(form, 'code');
  const fields = validateFields(form);
  submitByScript(form, fields);
  countDown(form);
  // From here on the form shows its own errors.
  form.noValidate = true;
  return fields;
}

/** Groups the card number as it is typed. */
function formatNumberAsTyped(): void {
  formatAsTyped(inputOf('number'), editCardNumber, formatCardNumber);
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

/**
 * Switches the page's language without leaving the document, which alone holds what was typed: fetches the server's
 * page in that language, replaces the body, and restores the fields.
 */
function changeLanguageInPlace(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[lang]') : null;
    const form = document.querySelector<HTMLFormElement>('#card-form');
    if (!(link instanceof HTMLAnchorElement) || !form || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!isLocked(form)) {
      fetchDocument(link.href, (page) => {
        if (page === undefined) showNotice('offline');
        else replacePage(page, link.href);
      });
    }
  });
}

const PAGE_TIMEOUT_MS = 10_000;

/**
 * Fetches a page and parses it. XMLHttpRequest is the only way to parse HTML here without trusted types. Passes
 * undefined if no answer came: the caller must not leave the page then, since it alone holds what was typed.
 */
function fetchDocument(url: string, use: (page: Document | null | undefined) => void): void {
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.setRequestHeader(IN_PLACE, '1');
  request.responseType = 'document';
  request.timeout = PAGE_TIMEOUT_MS;
  request.onloadend = () => use(request.status === 0 ? undefined : request.responseXML);
  request.send();
}

/** Replaces the page; if the new page has no card form, lets the browser navigate to it. */
function replacePage(page: Document | null, url: string): void {
  if (!page?.getElementById('card-form')) {
    location.assign(url);
    return;
  }
  const typed = typedValues();
  const wasWrong = FIELDS.filter((field) => inputOf(field).hasAttribute('aria-invalid'));
  const wasListed = document.getElementById('summary')?.hidden === false;
  const { lang, dir } = page.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  document.title = page.title;
  document.body.replaceWith(page.body);
  history.replaceState(null, '', url);
  for (const field of FIELDS) inputOf(field).value = typed[field];
  const fields = enhance();
  if (fields && wasListed) {
    // The server's page shows the last decline, which the list of errors had replaced.
    hideNotice();
    showSummary(fields.validateAll());
  }
  // Fields that showed an error before show it again.
  for (const field of wasWrong) {
    inputOf(field).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
  const languages = document.querySelector('a[lang]')?.closest('details');
  languages?.querySelector('summary')?.focus();
}

enhance();
changeLanguageInPlace();
// A page that the browser keeps in memory for Back shows its fields again, before anything can run.
addEventListener('pagehide', () => (inputOf('code').value = ''));
