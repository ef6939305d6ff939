import { detectBrand, UNKNOWN_BRAND, type Brand } from '#domain/card/brand.ts';
import type { CardBrand } from '#domain/card/number.ts';

import { digitsOf } from '../card-form/digits.ts';
import { FIELD_IDS, FIELDS, type CardFormValues, type FieldName } from '../card-form/fields.ts';
import { findErrors, RULES, type FieldErrors } from '../card-form/validate.ts';
import type { FieldError } from '../i18n/messages.ts';

/** The fields of a form, and which of them show what is wrong with them. */
export interface ValidatedFields {
  /** Shows everything that is wrong, and says what that is. */
  validateAll: () => FieldErrors;
  /** What the server finds wrong; each error falls away as its field is changed. */
  show: (errors: FieldErrors) => void;
  /** After a decline everything stays but the code, which is never stored anywhere. */
  clearCode: () => void;
}

/**
 * A field is validated when it is left with something in it, or on submit; from then on as it is typed.
 * One that is left for a button is validated when the click has landed: nothing moves under a finger.
 */
export function validateFields(form: HTMLFormElement): ValidatedFields {
  const todayMs = Date.parse(form.dataset['today'] ?? '');
  const validated = new Set<FieldName>();
  const errorOf = (field: FieldName) => RULES[field](typedValues(), todayMs, acceptsBrand);
  const showValidated = () => {
    for (const field of validated) showError(field, errorOf(field));
  };
  const validateField = (field: FieldName) => {
    validated.add(field);
    showValidated();
  };
  form.addEventListener('input', ({ target }) => {
    const field = fieldOf(target);
    // What more typing cannot correct is said at once.
    if (field && !validated.has(field)) {
      const error = errorOf(field);
      showError(field, error === 'numberNotAccepted' ? error : undefined);
    }
    showValidated();
  });
  form.addEventListener('focusout', ({ target }) => {
    const field = fieldOf(target);
    if (!field) return;
    afterClick(() => {
      if (typedValues()[field].trim() !== '') validateField(field);
    });
  });
  return {
    validateAll() {
      FIELDS.forEach(validateField);
      return findErrors(typedValues(), todayMs, acceptsBrand);
    },
    show(errors) {
      validated.clear();
      for (const field of FIELDS) showError(field, errors[field]);
    },
    clearCode() {
      inputOf('code').value = '';
      validated.delete('code');
      showError('code', undefined);
    },
  };
}

/** A field's input; one that the page does not have is taken for an empty one. */
export function inputOf(field: FieldName): HTMLInputElement {
  const element = document.getElementById(FIELD_IDS[field]);
  return element instanceof HTMLInputElement ? element : document.createElement('input');
}

/**
 * What stands in the fields now. The page is read each time: things are typed before a script runs,
 * and some password managers fill fields in without an event.
 */
export function typedValues(): CardFormValues {
  return {
    number: inputOf('number').value,
    expiry: inputOf('expiry').value,
    code: inputOf('code').value,
    name: inputOf('name').value,
    email: inputOf('email').value,
    phone: inputOf('phone').value,
    needs: inputOf('name').form?.dataset['needs'],
  };
}

/** In the page's language, from the texts that stand unseen beside the field. */
export function textOf(field: FieldName, name: FieldError | 'hint' | 'otherHint'): string {
  return (
    partOf(field, 'note')?.closest('.field')?.querySelector(`[data-text=${name}]`)?.textContent ??
    ''
  );
}

/** The first accepted marks before anything is typed, then the one that is certain; and where its code stands. */
export function showBrand(): void {
  const digits = digitsOf(inputOf('number').value);
  const brand = detectBrand(digits);
  const marks = document.getElementById('card-brands');
  if (marks) showMarks(marks, digits === '' ? undefined : (brand ?? UNKNOWN_BRAND));
  const isOnFront = brand?.codeLength === 4;
  write(partOf('code', 'hint'), textOf('code', isOnFront ? 'otherHint' : 'hint'));
  document.getElementById('code-place')?.classList.toggle('on-front', isOnFront);
}

/** The marks that the page shows before anything is typed, and how many more there are. */
const shownAtFirst = new WeakMap<Element, readonly Element[]>();

/** The mark of one brand, or none of one that has none; without a brand, those of the beginning. */
function showMarks(marks: HTMLElement, brand: Brand | undefined): void {
  const all = [...marks.children];
  const first = shownAtFirst.get(marks) ?? all.filter((mark) => !mark.hasAttribute('hidden'));
  shownAtFirst.set(marks, first);
  for (const mark of all) {
    const isShown = brand
      ? brand.id !== undefined && mark.getAttribute('data-brand') === brand.id
      : first.includes(mark);
    mark.toggleAttribute('hidden', !isShown);
  }
}

/** Whether the page shows a brand's mark among those it accepts; brands without a name are left to the server. */
function acceptsBrand(brand: CardBrand | undefined): boolean {
  return (
    brand === undefined || document.querySelector(`#card-brands [data-brand=${brand}]`) !== null
  );
}

/** Which field an event is about. */
function fieldOf(target: EventTarget | null): FieldName | undefined {
  return FIELDS.find((field) => inputOf(field) === target);
}

/** Below a field: what is wrong with it. */
function showError(field: FieldName, error: FieldError | undefined): void {
  const input = inputOf(field);
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  write(partOf(field, 'note'), error ? textOf(field, error) : '');
}

function partOf(field: FieldName, part: 'hint' | 'note'): HTMLElement | null {
  return document.getElementById(`${FIELD_IDS[field]}-${part}`);
}

/** A live region that is set anew is read out anew. */
function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

let isPressed = false;

/** Touch and pen send these as well, once it is clear that they mean a click. */
document.addEventListener('mousedown', ({ button }) => (isPressed = button === 0), true);
document.addEventListener('mouseup', () => (isPressed = false), true);

/**
 * Acts at once or, while a click is under way, when it has landed: whatever moves the page between
 * pressing and letting go takes the button away from under the finger.
 */
function afterClick(act: () => void): void {
  if (!isPressed) act();
  // The click comes right behind this event, before anything that is put off.
  else document.addEventListener('mouseup', () => setTimeout(act), { once: true });
}
