import { PARSERS, type BeginField } from '../transfer/begin-fields.ts';
import { groupDigits } from '../transfer/group-digits.ts';
import { changeLanguageInPlace } from './change-language.ts';
import { countDownForm } from './count-down.ts';
import { groupAsTyped } from './format-as-typed.ts';
import { isLocked, lock, ignoreForeign, ownFields } from './form.ts';
import './plain.ts';

/**
 * Enhances the form that begins a payment by anything but a card. It validates the field before the browser submits
 * the form, since the answer is another page in any case. If the form asks for nothing, the script submits it once a
 * person looks at the page.
 */
function enhance(form: HTMLFormElement): void {
  ignoreForeign(form);
  const control = form.querySelector<HTMLInputElement | HTMLSelectElement>('[data-field]');
  const gaps = control?.dataset['groups']?.split(' ').map(Number);
  if (control instanceof HTMLInputElement && gaps) {
    groupAsTyped(control, (digits) => groupDigits(digits, gaps));
  }
  if (control) validate(control, form);
  form.addEventListener('submit', (event) => {
    if (isLocked(form) || (control && !isRight(control))) event.preventDefault();
    else lock(form, true);
  });
  form.addEventListener('formdata', ({ formData }) => {
    for (const name of [...formData.keys()]) formData.delete(name);
    for (const { name, value } of ownFields()) formData.set(name, value);
  });
  addEventListener('stopped', () => lock(form, false));
  countDownForm(form);
  form.noValidate = true;
  if (form.dataset['begins'] !== undefined)
    whenVisible(() => form.querySelector<HTMLElement>('[data-label]')?.click());
}

/** Waits until the page is visible: a browser may prerender it, or the person may have left it in another tab. */
function whenVisible(act: () => void): void {
  if (document.visibilityState === 'visible') act();
  else document.addEventListener('visibilitychange', () => whenVisible(act), { once: true });
}

/** Revalidates the field at each change once it has shown an error, and when the page takes over such a field. */
function validate(control: HTMLInputElement | HTMLSelectElement, form: HTMLFormElement): void {
  form.addEventListener('focusout', (event) => {
    // No browser makes this event: a change of the language does.
    if (!event.isTrusted) show(control);
  });
  form.addEventListener('input', () => {
    if (control.hasAttribute('aria-invalid')) show(control);
  });
}

function isRight(control: HTMLInputElement | HTMLSelectElement): boolean {
  if (show(control)) return true;
  control.focus();
  return false;
}

/**
 * Shows or clears the field's error in the note below it.
 *
 * @returns whether the field is valid
 */
function show(control: HTMLInputElement | HTMLSelectElement): boolean {
  const parsed = isField(control.name)
    ? PARSERS[control.name](control.value)
    : { ok: true as const };
  const note = document.getElementById(`${control.id}-note`);
  if (note) note.textContent = parsed.ok ? '' : textOf(note, parsed.error);
  if (parsed.ok) control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
  return parsed.ok;
}

function textOf(note: HTMLElement, error: string): string {
  return note.parentElement?.querySelector(`[data-text=${error}]`)?.textContent ?? '';
}

function isField(name: string): name is BeginField {
  return Object.keys(PARSERS).includes(name);
}

function enhanceForm(): void {
  const form = document.querySelector<HTMLFormElement>('#begin-form');
  if (form) enhance(form);
}

enhanceForm();
changeLanguageInPlace(enhanceForm);
