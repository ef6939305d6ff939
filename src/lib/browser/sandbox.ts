import type { FIELD_IDS } from '../card-form/fields.ts';

/** Imported as a type only: the names of all fields would otherwise be sent in each page. */
type FieldId = (typeof FIELD_IDS)[keyof typeof FIELD_IDS];

/** Fills a field like autofill: the form handles it as input. */
function write(id: FieldId | 'code', text: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.value === '') return;
  const { fills } = target.dataset;
  if (fills === 'code') write('code', target.value);
  if (fills === 'card') {
    write('card-number', target.value);
    write('expiry-date', '12 / 40');
    write('security-code', '123');
    write('cardholder-name', 'Test Shopper');
  }
});
