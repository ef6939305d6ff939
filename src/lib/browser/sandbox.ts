import { FIELD_IDS } from '../card-form/fields.ts';

/** Writes into a field as autofill does: the form handles it as any input. */
function write(id: string, text: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Test cards are good for some years from whenever it is. */
function farExpiry(): string {
  const { today = '' } = document.querySelector<HTMLElement>('#card-form')?.dataset ?? {};
  return `12 / ${(Number(today.slice(0, 4)) + 4) % 100}`;
}

function fillCard(number: string): void {
  write(FIELD_IDS.number, number);
  write(FIELD_IDS.expiry, farExpiry());
  write(FIELD_IDS.code, '123');
  write(FIELD_IDS.name, 'Test Shopper');
}

document.addEventListener('click', ({ target }) => {
  const sample = target instanceof Element ? target.closest<HTMLElement>('[data-fills]') : null;
  if (!sample) return;
  const { fills, digits = '' } = sample.dataset;
  if (fills === 'card') fillCard(digits);
  else write('code', digits);
  sample.closest('details')?.removeAttribute('open');
  document.querySelector<HTMLElement>('main form button')?.focus();
});

/** Issuers post their answer back by a form that sends itself; the stand-in does likewise. */
const leave = document.getElementById('leave');
if (leave instanceof HTMLFormElement) leave.submit();
