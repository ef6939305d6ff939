import type { CardDataBody } from '#contract/card-data.ts';
import { COLOR_DEPTH, DIMENSION, TIMEZONE } from '#contract/patterns.ts';

import { BROWSER_CHANNEL, NOMINAL_BROWSER_INFO } from '../card-form/browser-info.ts';
import { splitName } from '../card-form/name.ts';
import type { Card } from '../card-form/schema.ts';
import { FIELD_NAMES, type CardFormValues } from '../card-form/fields.ts';

type BrowserInfo = CardDataBody['browser_info'];

/** More than any field takes; beyond it a text is wrong whatever else it says. */
const MAX_FIELD_LENGTH = 512;

/** The form's fields by the names they have on the page. */
export const readForm = (form: FormData): { values: CardFormValues; browserInfo: BrowserInfo } => ({
  values: {
    number: textOf(form, FIELD_NAMES.number),
    expiry: textOf(form, FIELD_NAMES.expiry),
    code: textOf(form, FIELD_NAMES.code),
    name: textOf(form, FIELD_NAMES.name),
    email: textOf(form, FIELD_NAMES.email),
  },
  browserInfo: browserInfoFrom(form),
});

/** The card as the interface wants it. */
export const cardDataFrom = (
  orderId: string,
  { number, expiry, code, name, email }: Card,
  browserInfo: BrowserInfo,
): CardDataBody => {
  const { firstName, lastName } = splitName(name);
  return {
    order_id: orderId,
    card_number: number,
    first_name: firstName,
    ...(lastName !== undefined && { last_name: lastName }),
    cvv: code,
    exp_month: expiry.month,
    exp_year: expiry.year,
    customer: email === '' ? {} : { email },
    browser_info: browserInfo,
  };
};

/** Hidden fields can hold anything; what does not fit is told as if nothing were known. */
const browserInfoFrom = (form: FormData): BrowserInfo => {
  const member = (name: keyof typeof NOMINAL_BROWSER_INFO, pattern: RegExp): string => {
    const text = textOf(form, name);
    return pattern.test(text) ? text : NOMINAL_BROWSER_INFO[name];
  };
  return {
    color_depth: member('color_depth', COLOR_DEPTH),
    java_enabled: textOf(form, 'java_enabled') === 'true',
    screen_height: member('screen_height', DIMENSION),
    screen_width: member('screen_width', DIMENSION),
    timezone: member('timezone', TIMEZONE),
    device_channel: BROWSER_CHANNEL,
    window_height: member('window_height', DIMENSION),
    window_width: member('window_width', DIMENSION),
  };
};

/** Files and missing fields are no text. */
const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, MAX_FIELD_LENGTH) : '';
};
