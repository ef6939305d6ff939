import { detectBrand, UNKNOWN_BRAND, type Brand } from '#domain/card/brand.ts';
import type { CardBrand } from '#domain/card/number.ts';

import { digitsOf } from '../card-form/digits.ts';
import { idOf, type FieldName } from '../card-form/fields.ts';
import { findErrors, type FieldErrors, type FormFields } from '../card-form/validate.ts';
import type { FieldError } from '../i18n/messages.ts';

/** Validation of a form's fields. */
export interface ValidatedFields {
  names: readonly FieldName[];
  /** Shows the errors of all fields, and returns them. */
  validateAll: () => FieldErrors;
  /** Shows the server's errors. Each disappears when its field is changed. */
  show: (errors: FieldErrors) => void;
  /**
   * Clears the security code after a decline; the other fields keep their values. The code is never stored anywhere.
   */
  clearCode: () => void;
}

/**
 * Validates fields: each when it loses focus with something in it, or on submit; while it shows an error, at every
 * input. If a field loses focus to a button, validation waits for the click to finish, so that nothing moves under the
 * finger.
 */
export function validateFields(form: HTMLFormElement, fields: FormFields): ValidatedFields {
  const { names } = fields;
  const todayMs = Date.parse(form.dataset['today'] ?? '');
  const validated = new Set<FieldName>();
  const errorsNow = () => findErrors(fields, valueOf, todayMs, form.dataset['needs'], acceptsBrand);
  const showValidated = () => {
    const errors = errorsNow();
    for (const field of validated) showError(field, errors[field]);
  };
  const fieldOf = (target: EventTarget | null) => names.find((field) => inputOf(field) === target);
  const validateField = (field: FieldName) => {
    validated.add(field);
    showValidated();
  };
  form.addEventListener('input', ({ target }) => {
    const field = fieldOf(target);
    if (field && !inputOf(field).hasAttribute('aria-invalid')) validated.delete(field);
    // Shows an error at once if more typing cannot correct it.
    if (field && !validated.has(field)) {
      const error = errorsNow()[field];
      showError(field, error === 'numberNotAccepted' ? error : undefined);
    }
    showValidated();
  });
  form.addEventListener('focusout', ({ target }) => {
    const field = fieldOf(target);
    if (!field) return;
    afterClick(() => {
      if (valueOf(field).trim() !== '') validateField(field);
    });
  });
  return {
    names,
    validateAll() {
      names.forEach(validateField);
      return errorsNow();
    },
    show(errors) {
      validated.clear();
      for (const field of names) showError(field, errors[field]);
    },
    clearCode() {
      inputOf('code').value = '';
      validated.delete('code');
      showError('code', undefined);
    },
  };
}

/** Returns a field's input, or list; an empty input if the page does not have it. */
export function inputOf(field: FieldName): HTMLInputElement {
  return (
    document.querySelector<HTMLInputElement>(`#${idOf(field)}`) ?? document.createElement('input')
  );
}

/**
 * Returns a field's current value. Reads the page each time, since shoppers may type before the script runs, and some
 * password managers fill fields without an event.
 */
function valueOf(field: FieldName): string {
  return inputOf(field).value;
}

/** Returns a field's text in the page's language, from the hidden texts beside the field. */
export function textOf(field: FieldName, name: FieldError | 'hint' | 'otherHint'): string {
  const text = `[data-text=${name}]`;
  return partOf(field, 'note')?.closest('.field')?.querySelector(text)?.textContent ?? '';
}

/** Digits that leave room for the marks of the accepted brands on the narrowest phone, and settle most brands. */
const BESIDE_MARKS = 6;

/** Shows the first accepted brands until the brand is certain, then that brand; and where it has its code. */
export function showBrand(): void {
  const digits = digitsOf(inputOf('number').value);
  const brand = detectBrand(digits);
  const marks = document.getElementById('card-brands');
  if (marks) showMarks(marks, brand ?? (digits.length > BESIDE_MARKS ? UNKNOWN_BRAND : undefined));
  const isOnFront = brand?.codeLength === 4;
  write(partOf('code', 'hint'), textOf('code', isOnFront ? 'otherHint' : 'hint'));
  document.getElementById('code-place')?.classList.toggle('on-front', isOnFront);
}

/**
 * Shows the mark of one brand, if it has one. Without a brand, shows the marks that are drawn in the page and the
 * count of the others, which are images that are loaded only now.
 */
function showMarks(marks: HTMLElement, brand: Brand | undefined): void {
  for (const mark of marks.children) {
    const isImage = mark instanceof HTMLImageElement;
    const id = mark.getAttribute('data-brand');
    const isShown = brand ? id !== null && id === brand.id : !isImage;
    if (isShown && isImage) mark.src = `/brands/${id}.svg`;
    mark.toggleAttribute('hidden', !isShown);
  }
}

/** Tells whether the page lists a brand as accepted. Brands without an id are left to the server. */
function acceptsBrand(brand: CardBrand | undefined): boolean {
  return (
    brand === undefined || document.querySelector(`#card-brands [data-brand=${brand}]`) !== null
  );
}

/** Shows a field's error below it, or clears it. */
function showError(field: FieldName, error: FieldError | undefined): void {
  const input = inputOf(field);
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  write(partOf(field, 'note'), error ? textOf(field, error) : '');
}

function partOf(field: FieldName, part: 'hint' | 'note'): HTMLElement | null {
  return document.getElementById(`${idOf(field)}-${part}`);
}

/** Writes only changes, since a live region is announced again whenever it is set. */
function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

let isPressed = false;

/** Touch and pen also send mouse events, once the browser recognizes a click. */
document.addEventListener('mousedown', ({ button }) => (isPressed = button === 0), true);
document.addEventListener('mouseup', () => (isPressed = false), true);

/**
 * Acts at once; during a click, after it has finished. Moving the page between press and release would take the
 * button away from under the finger.
 */
function afterClick(act: () => void): void {
  if (!isPressed) act();
  // The click event comes right after this event, before any timeout.
  else document.addEventListener('mouseup', () => setTimeout(act), { once: true });
}
