import { formatExpiry } from '../card-form/expiry-format.ts';
import { FIELDS, IN_PLACE } from '../card-form/fields.ts';
import { editCardNumber, formatCardNumber } from '../card-form/number-format.ts';
import { countDown } from './count-down.ts';
import { inputOf, showBrand, typedValues, validateFields, type ValidatedFields } from './fields.ts';
import { formatAsTyped } from './format-as-typed.ts';
import { isLocked } from './lock.ts';
import { hideNotice, showNotice, showSummary, submitByScript } from './submit.ts';

/** The form as it stands in the page, typed into already or not, gets everything that scripts do for it. */
function enhance(): ValidatedFields | undefined {
  const form = document.querySelector<HTMLFormElement>('#card-form');
  if (!form) return undefined;
  formatNumberAsTyped();
  formatExpiryAsTyped();
  showBrand();
  form.addEventListener('input', showBrand);
  const fields = validateFields(form);
  submitByScript(form, fields);
  countDown(form);
  // From here on the form says itself what is wrong, in words and at once.
  form.noValidate = true;
  return fields;
}

/** Groups the card number as it is typed. */
function formatNumberAsTyped(): void {
  formatAsTyped(inputOf('number'), editCardNumber, formatCardNumber);
}

/** Formatted as it is typed, at its end; an edit in the middle is left as it is until the field is left. */
function formatExpiryAsTyped(): void {
  formatAsTyped(
    inputOf('expiry'),
    ({ text, caret, kind }) => {
      if (caret !== text.length) return { text, caret };
      const formatted = formatExpiry(text, kind);
      return { text: formatted, caret: formatted.length };
    },
    (text) => formatExpiry(text, 'other'),
  );
}

/**
 * Shows the page in another language without leaving its document, which alone holds what was typed:
 * the server's page in that language takes the place of this one, and the fields keep what they hold.
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
 * A request of this kind parses HTML by itself; every other way takes trusted types. Undefined where no answer came, for
 * which the page is not to be left: it alone holds what was typed.
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

/** A page without a form, or none, is for the browser to go to. */
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
    // The server's page shows an older decline, which the list had replaced.
    hideNotice();
    showSummary(fields.validateAll());
  }
  // Left with something wrong in it, as it was before.
  for (const field of wasWrong) {
    inputOf(field).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
  const languages = document.querySelector('a[lang]')?.closest('details');
  languages?.querySelector('summary')?.focus();
}

enhance();
changeLanguageInPlace();
