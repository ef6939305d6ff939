import { hydrate } from 'svelte';

import CardForm from '../card-form/CardForm.svelte';
import type { CardFormProps } from '../card-form/form-props.ts';
import { readTyped } from '../card-form/read-typed.ts';

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
