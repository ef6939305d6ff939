import { hydrate } from 'svelte';

import CardForm from '../card-form/CardForm.svelte';
import { formatExpiry } from '../card-form/expiry-format.ts';
import type { CardFormProps } from '../card-form/form-props.ts';
import { formatCardNumber } from '../card-form/number-format.ts';
import { FIELD_IDS, type CardFormValues } from '../card-form/fields.ts';

const typedIn = (id: string): string => {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element.value : '';
};

/** What stands in the fields already: typed or filled in before this script came. */
const readTyped = (): CardFormValues => ({
  number: formatCardNumber(typedIn(FIELD_IDS.number)),
  expiry: formatExpiry(typedIn(FIELD_IDS.expiry), 'other'),
  code: typedIn(FIELD_IDS.code),
  name: typedIn(FIELD_IDS.name),
  email: typedIn(FIELD_IDS.email),
});

/** The server that wrote this page wrote them into it. */
const isFormProps = (value: unknown): value is CardFormProps =>
  typeof value === 'object' && value !== null && 'action' in value;

const target = document.getElementById('card-form-root');
const props: unknown = JSON.parse(target?.dataset['props'] ?? 'null');
if (target && isFormProps(props)) {
  hydrate(CardForm, { target, props: { ...props, typed: readTyped() } });
  // From here on the form says itself what is wrong, in words and at once.
  const form = target.querySelector('form');
  if (form) form.noValidate = true;
}
