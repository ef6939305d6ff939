import * as v from 'valibot';

import { browserInfo, type BrowserInfo, type CardDataBody } from '#contract/schemas/card-data.ts';

import { BROWSER_CHANNEL, NOMINAL_BROWSER_INFO } from '../../card-form/browser-info.ts';
import { ARRIVED_FROM, FIELD_NAMES, type CardFormValues } from '../../card-form/fields.ts';
import { splitName } from '../../card-form/name.ts';
import type { Card } from '../../card-form/validate.ts';
import { FINGERPRINT } from './status-address.ts';

/** What a card form holds, whatever was posted. */
export interface PostedCard {
  values: CardFormValues;
  /** Undefined where a member holds what the interface does not take. */
  browserInfo: BrowserInfo | undefined;
  /** Members of browser_info that were not sent: nominal values stand for them. */
  missing: readonly string[];
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

const cardForm = v.object({
  [FIELD_NAMES.number]: text,
  [FIELD_NAMES.expiry]: text,
  [FIELD_NAMES.code]: text,
  [FIELD_NAMES.name]: text,
  [FIELD_NAMES.email]: text,
  [ARRIVED_FROM]: v.fallback(v.optional(v.pipe(v.string(), v.regex(FINGERPRINT))), undefined),
});

/**
 * A field that was not sent has its nominal value. One that was is taken as it is: what no page of ours sends is not made
 * good in silence.
 */
const readBrowserInfo = (fields: Record<string, unknown>): BrowserInfo | undefined => {
  const info: Record<string, unknown> = { ...NOMINAL_BROWSER_INFO };
  for (const name of Object.keys(info)) {
    if (Object.hasOwn(fields, name)) info[name] = fields[name];
  }
  return browserInfo.safeParse({
    ...info,
    java_enabled: JAVA[String(info['java_enabled'])],
    device_channel: BROWSER_CHANNEL,
  }).data;
};

const JAVA: Readonly<Record<string, boolean | undefined>> = { true: true, false: false };

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
    browserInfo: readBrowserInfo(fields),
    missing: Object.keys(NOMINAL_BROWSER_INFO).filter((name) => !Object.hasOwn(fields, name)),
    from: posted[ARRIVED_FROM],
  };
};

/** The card as the interface wants it; whether it is so, its schema says. */
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
