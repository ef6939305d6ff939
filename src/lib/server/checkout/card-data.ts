import * as v from 'valibot';

import { COLOR_DEPTH, DIMENSION, TIMEZONE } from '#contract/patterns.ts';
import type { CardDataBody } from '#contract/schemas/card-data.ts';

import { BROWSER_CHANNEL, NOMINAL_BROWSER_INFO } from '../../card-form/browser-info.ts';
import { ARRIVED_FROM, FIELD_NAMES, type CardFormValues } from '../../card-form/fields.ts';
import { splitName } from '../../card-form/name.ts';
import type { Card } from '../../card-form/validate.ts';
import { FINGERPRINT } from './status-address.ts';

type BrowserInfo = CardDataBody['browser_info'];

/** What a card form holds, whatever was posted. */
export interface PostedCard {
  values: CardFormValues;
  browserInfo: BrowserInfo;
  /** Fingerprint of the order's pay_url when the form was shown. */
  from: string | undefined;
}

/** More than any field takes; beyond it a text is wrong whatever else it says. */
const MAX_FIELD_LENGTH = 512;

/** Files and missing fields are no text. */
const text = v.fallback(
  v.pipe(
    v.string(),
    v.transform((typed) => typed.slice(0, MAX_FIELD_LENGTH)),
  ),
  '',
);

/** Hidden fields can hold anything; what does not fit is told as if nothing were known. */
const known = (name: keyof typeof NOMINAL_BROWSER_INFO, pattern: RegExp) =>
  v.fallback(v.pipe(v.string(), v.regex(pattern)), NOMINAL_BROWSER_INFO[name]);

const cardForm = v.object({
  [FIELD_NAMES.number]: text,
  [FIELD_NAMES.expiry]: text,
  [FIELD_NAMES.code]: text,
  [FIELD_NAMES.name]: text,
  [FIELD_NAMES.email]: text,
  [ARRIVED_FROM]: v.fallback(v.optional(v.pipe(v.string(), v.regex(FINGERPRINT))), undefined),
});

const browserInfo = v.object({
  color_depth: known('color_depth', COLOR_DEPTH),
  java_enabled: v.fallback(
    v.pipe(
      v.string(),
      v.transform((said) => said === 'true'),
    ),
    false,
  ),
  screen_height: known('screen_height', DIMENSION),
  screen_width: known('screen_width', DIMENSION),
  timezone: known('timezone', TIMEZONE),
  window_height: known('window_height', DIMENSION),
  window_width: known('window_width', DIMENSION),
});

/** Reads a posted form. Nothing in it is judged here: what is missing is empty. */
export const readForm = (form: FormData): PostedCard => {
  const fields = Object.fromEntries(form);
  const posted = v.parse(cardForm, fields);
  return {
    values: {
      number: posted[FIELD_NAMES.number],
      expiry: posted[FIELD_NAMES.expiry],
      code: posted[FIELD_NAMES.code],
      name: posted[FIELD_NAMES.name],
      email: posted[FIELD_NAMES.email],
    },
    browserInfo: { ...v.parse(browserInfo, fields), device_channel: BROWSER_CHANNEL },
    from: posted[ARRIVED_FROM],
  };
};

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
