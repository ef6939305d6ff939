import { FIELD_IDS, FIELDS, type CardFormValues, type FieldName } from '../card-form/fields.ts';

/** A field's input; one that the page does not have is taken for an empty one. */
export const inputOf = (field: FieldName): HTMLInputElement => {
  const element = document.getElementById(FIELD_IDS[field]);
  return element instanceof HTMLInputElement ? element : document.createElement('input');
};

/** Which field an event is about. */
export const fieldOf = (target: EventTarget | null): FieldName | undefined =>
  FIELDS.find((field) => inputOf(field) === target);

/**
 * What stands in the fields now. The page is asked each time: things are typed before a script runs,
 * and some password managers fill fields in without an event.
 */
export const typedValues = (): CardFormValues => ({
  number: inputOf('number').value,
  expiry: inputOf('expiry').value,
  code: inputOf('code').value,
  name: inputOf('name').value,
  email: inputOf('email').value,
});
