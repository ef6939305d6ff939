import { formatExpiry } from './expiry-format.ts';
import { FIELD_IDS, type CardFormValues } from './fields.ts';
import { formatCardNumber } from './number-format.ts';

/**
 * What stands in the fields now. It is more than was heard of: things are typed before the form
 * comes alive, and some password managers fill fields in without an event.
 */
export const readTyped = (): CardFormValues => ({
  number: formatCardNumber(typedIn(FIELD_IDS.number)),
  expiry: formatExpiry(typedIn(FIELD_IDS.expiry), 'other'),
  code: typedIn(FIELD_IDS.code),
  name: typedIn(FIELD_IDS.name),
  email: typedIn(FIELD_IDS.email),
});

const typedIn = (id: string): string => {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element.value : '';
};
