import type { FIELD_IDS } from '../card-form/fields.ts';

/** Imported as a type only: the names of all fields would otherwise be sent in each page. */
type FieldId = (typeof FIELD_IDS)[keyof typeof FIELD_IDS];

document.addEventListener('change', ({ target: choice }) => {
  // The ribbon's choice of test cards or codes is in no form. Its options end with the number.
  if (!(choice instanceof HTMLSelectElement) || choice.form || choice.value === '') return;
  const number = choice.value.replace(/.*· /, '');
  const texts = {
    code: number,
    'card-number': number,
    'expiry-date': '12 / 40',
    'security-code': '123',
    'cardholder-name': 'Test Shopper',
  } satisfies Partial<Record<FieldId | 'code', string>>;
  for (const [id, text] of Object.entries(texts)) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) continue;
    field.value = text;
    // Like autofill: the form handles it as input.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
});
