import { ownValue } from '#domain/own-value.ts';
import * as v from 'valibot';

import type { OrdersClient } from '#contract/client/client.ts';
import type { Problem } from '#contract/problem.ts';
import {
  browserInfo,
  cardDataRequest,
  PAYER_HEADER_LENGTH,
  type BrowserInfo,
  type CardDataBody,
  type PayerHeaders,
} from '#contract/schemas/card-data.ts';
import { problemNameOf } from '#contract/problem-names.ts';
import { validate } from '#contract/violations.ts';

import {
  ARRIVED_FROM,
  BROWSER_CHANNEL,
  FIELD_NAMES,
  NOMINAL_BROWSER_INFO,
  type CardFormValues,
} from '../../card-form/fields.ts';
import {
  splitName,
  validateCardForm,
  type Card,
  type FieldErrors,
} from '../../card-form/validate.ts';
import { log } from '../log.ts';
import { addressOf } from '../security/client-address.ts';
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

/**
 * What became of a submitted form. `sent`: the order's status says the rest, also where another attempt came
 * first. `refused`: no attempt was made; `tooMany`: nor will one be for a while. `unknown`: only the order says whether the card arrived. `malformed`: the
 * page's own fields do not hold what the page put there.
 */
export type Submission =
  | { outcome: 'sent' | 'refused' | 'tooMany' | 'unknown' | 'malformed' }
  | { outcome: 'invalid'; errors: FieldErrors };

interface SubmittedForm {
  orderId: string;
  form: PostedCard;
  payer: PayerHeaders;
  nowMs: number;
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
  [FIELD_NAMES.phone]: text,
  [ARRIVED_FROM]: v.fallback(v.optional(v.pipe(v.string(), v.regex(FINGERPRINT))), undefined),
});

/** Reads a posted form. Nothing in it is validated here: what is missing is empty. */
export function readForm(form: FormData): PostedCard {
  const fields = Object.fromEntries(form);
  const posted = v.parse(cardForm, fields);
  return {
    values: {
      number: posted[FIELD_NAMES.number],
      expiry: posted[FIELD_NAMES.expiry],
      code: posted[FIELD_NAMES.code],
      name: posted[FIELD_NAMES.name],
      email: posted[FIELD_NAMES.email],
      phone: posted[FIELD_NAMES.phone],
    },
    browserInfo: readBrowserInfo(fields),
    missing: Object.keys(NOMINAL_BROWSER_INFO).filter((name) => !Object.hasOwn(fields, name)),
    from: posted[ARRIVED_FROM],
  };
}

/**
 * What the shopper's browser said of itself with its form, for 3-D Secure. `hasScript`: whether a
 * script sent it; the browser data beside a form that none sent are nominal.
 */
export function payerHeaders(request: Request, hasScript: boolean): PayerHeaders {
  const header = (name: string) => request.headers.get(name)?.slice(0, PAYER_HEADER_LENGTH);
  return {
    'X-Payer-Address': addressOf(request),
    'X-Payer-User-Agent': header('user-agent'),
    'X-Payer-Accept': header('accept'),
    'X-Payer-Accept-Language': header('accept-language'),
    'X-Payer-Script': hasScript ? 'true' : 'false',
  };
}

/** Validates the form as the browser did, and sends the card once. Nothing of it comes back from here. */
export async function submitCard(
  orders: OrdersClient,
  { orderId, form, payer, nowMs }: SubmittedForm,
): Promise<Submission> {
  const validation = validateCardForm(form.values, nowMs);
  if (!validation.ok) return { outcome: 'invalid', errors: validation.errors };
  if (form.browserInfo === undefined) return { outcome: 'malformed' };
  const card = cardDataFrom(orderId, validation.card, form.browserInfo);
  const checked = validate(cardDataRequest, card);
  if (!checked.ok) return invalidFields(checked.violations) ?? { outcome: 'malformed' };
  if (form.missing.length > 0) {
    log.info(
      { orderId, nominal: form.missing.length },
      'nominal values stand for browser data that was not sent',
    );
  }
  const answer = await orders.submitCardData(card, payer);
  if (answer.ok || answer.status === 409) return { outcome: 'sent' };
  if (answer.status === undefined || answer.status >= 500) return { outcome: 'unknown' };
  if (answer.problem && problemNameOf(answer.problem) === TOO_MANY) return { outcome: 'tooMany' };
  return invalidFields(answer.problem?.errors, answer.problem) ?? { outcome: 'refused' };
}

/**
 * A field that was not sent has its nominal value. One that was is taken as it is: what no page of ours sends is not
 * corrected in silence.
 */
function readBrowserInfo(fields: Record<string, unknown>): BrowserInfo | undefined {
  const info: Record<string, unknown> = { ...NOMINAL_BROWSER_INFO };
  for (const name of Object.keys(info)) {
    if (Object.hasOwn(fields, name)) info[name] = fields[name];
  }
  return browserInfo.safeParse({
    ...info,
    java_enabled: ownValue(JAVA, String(info['java_enabled'])),
    device_channel: BROWSER_CHANNEL,
  }).data;
}

const JAVA: Readonly<Record<string, boolean | undefined>> = { true: true, false: false };

/** The card as the interface wants it; whether it is so, its schema says. */
function cardDataFrom(
  orderId: string,
  { number, expiry, code, name, email, phone }: Card,
  browserInfo: BrowserInfo,
): CardDataBody {
  const { firstName, lastName } = splitName(name);
  return {
    order_id: orderId,
    card_number: number,
    first_name: firstName,
    ...(lastName !== undefined && { last_name: lastName }),
    cvv: code,
    exp_month: expiry.month,
    exp_year: expiry.year,
    customer: { ...(email !== '' && { email }), ...(phone !== '' && { phone }) },
    browser_info: browserInfo,
  };
}

/** Which field a refused member of the request came from, and the error that fits it best. */
const REFUSED_MEMBERS: Readonly<Record<string, FieldErrors>> = {
  '/card_number': { number: 'numberInvalid' },
  '/cvv': { code: 'codeThreeDigits' },
  '/exp_month': { expiry: 'expiryInvalid' },
  '/exp_year': { expiry: 'expiryPast' },
  '/first_name': { name: 'nameInvalid' },
  '/last_name': { name: 'nameInvalid' },
  '/customer/email': { email: 'emailInvalid' },
  '/customer/phone': { phone: 'phoneInvalid' },
  /** One of the two is wanted, and neither came. */
  '/customer': { email: 'contactRequired' },
};

/** No route takes the card's brand: what else this code stands for is no card order, and has no form. */
const NOT_ACCEPTED = 'PAYMENT_METHOD_NOT_SUPPORTED';

/** The service takes this card no more for a while; the order waits for another. */
const ANOTHER_CARD = 'another-card';

/** Nor any other card, because too many different ones were declined. */
const TOO_MANY = 'too-many-cards';

/** What is wrong with fields that the shopper can correct, if anything. */
function invalidFields(
  violations: readonly { pointer?: string | undefined }[] = [],
  problem?: Problem,
): Submission | undefined {
  const errors: FieldErrors =
    problem?.resolution_code === NOT_ACCEPTED ? { number: 'numberNotAccepted' } : {};
  if (problem && problemNameOf(problem) === ANOTHER_CARD) errors.number = 'numberNotAgain';
  for (const { pointer = '' } of violations)
    Object.assign(errors, ownValue(REFUSED_MEMBERS, pointer));
  return Object.keys(errors).length > 0 ? { outcome: 'invalid', errors } : undefined;
}
