import { IN_PLACE } from '../card-form/fields.ts';
import { isLocked, ownFields } from './form.ts';
import { showNotice } from './notice.ts';

const FORM = '#card-form,#begin-form';

/**
 * Switches the page's language without leaving the document, which alone holds what was typed: fetches the server's
 * page in that language, replaces the body, and restores the fields.
 *
 * @param enhance Enhances the form in the new language.
 */
export function changeLanguageInPlace(enhance: (wasListed: boolean) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[lang]') : null;
    const form = document.querySelector<HTMLFormElement>(FORM);
    if (!(link instanceof HTMLAnchorElement) || !form || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (isLocked(form)) return;
    fetchDocument(link.href, (page) => {
      if (page === undefined) showNotice('offline');
      else replacePage(page, link.href, enhance);
    });
  });
}

const PAGE_TIMEOUT_MS = 10_000;
/** Answers from here on say nothing about the order: too many requests, and errors of the server. */
const FIRST_FAILURE = 429;

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
  request.onloadend = () => {
    const hasAnswer = request.status > 0 && request.status < FIRST_FAILURE;
    use(hasAnswer ? request.responseXML : undefined);
  };
  request.send();
}

/** Replaces the page; if the new page has no form, lets the browser navigate to it. */
function replacePage(
  page: Document | null,
  url: string,
  enhance: (wasListed: boolean) => void,
): void {
  if (!page?.querySelector(FORM)) {
    location.assign(url);
    return;
  }
  const before = ownFields();
  const wasListed = document.getElementById('summary')?.hidden === false;
  const { lang, dir } = page.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  document.title = page.title;
  document.body.replaceWith(page.body);
  history.replaceState(null, '', url);
  // The same fields, of which the hidden ones have no id: their values are the new page's.
  const fields = ownFields();
  fields.forEach((field, place) => {
    if (field.id) field.value = before[place]?.value ?? '';
  });
  enhance(wasListed);
  // Fields that showed an error before show it again.
  fields.forEach((field, place) => {
    if (before[place]?.hasAttribute('aria-invalid')) {
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
  });
  const languages = document.querySelector('a[lang]')?.closest('details');
  languages?.querySelector('summary')?.focus();
}
