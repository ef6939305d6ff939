import { COUNTRY_CODES } from '#domain/customer/country-codes.ts';

import { ADDRESS_FIELDS, idOf, OTHER_COUNTRY, type AddressField } from '../card-form/fields.ts';
import { CARD_FORM, type FormFields } from '../card-form/validate.ts';
import type { FieldError } from '../i18n/messages.ts';
import { inputOf } from './fields.ts';

/** Returns the fields of a form that asks for parts of the payer's address, each of which is required. */
export function fieldsWithAddress(): FormFields {
  const asked = ADDRESS_FIELDS.filter((field) => document.getElementById(idOf(field)));
  const rules = asked.map((field) => [field, () => requiredError(field)] as const);
  return {
    names: [...CARD_FORM.names, ...asked],
    rules: { ...CARD_FORM.rules, ...Object.fromEntries(rules) },
  };
}

function requiredError(field: AddressField): FieldError | undefined {
  return inputOf(field).value.trim() === '' ? `${field}Invalid` : undefined;
}

/** The list of the page before its language was changed; it still has the shopper's choice. */
let previous: HTMLSelectElement | undefined;

/**
 * Completes the list of countries, by name, after the likely one, and hides the field for a country that the list
 * does not have. A browser that does not know countries' names keeps both.
 */
export function listCountries(): void {
  const list = inputOf('country');
  const other = document.querySelector<HTMLInputElement>(`#${OTHER_COUNTRY}`);
  if (!(list instanceof HTMLSelectElement) || !other || !('DisplayNames' in Intl)) return;
  const { lang } = document.documentElement;
  const names = new Intl.DisplayNames(lang, { type: 'region' });
  const chosen = previous?.value ?? (other.value.toUpperCase() || list.value);
  const [likely] = list.options;
  const others = COUNTRY_CODES.filter((code) => code !== likely?.value)
    .map((code) => new Option(names.of(code), code))
    .sort((one, next) => one.text.localeCompare(next.text, lang));
  list.length = 1;
  list.append(...others);
  list.value = chosen;
  other.value = '';
  other.closest('.field')?.setAttribute('hidden', '');
  previous = list;
}
