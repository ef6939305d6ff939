import { ownValue } from '#domain/own-value.ts';
import { normalizeText } from '#domain/text.ts';
import * as v from 'valibot';

import type { OrdersClient } from '#contract/client/client.ts';
import { problemNameOf, type Problem } from '#contract/problem.ts';
import {
  browserInfo,
  cardDataRequest,
  PAYER_HEADER_LENGTH,
  type BrowserInfo,
  type CardDataBody,
  type PayerHeaders,
} from '#contract/schemas/card-data.ts';
import { validate } from '#contract/violations.ts';

import {
  ADDRESS_FIELDS,
  ARRIVED_FROM,
  BROWSER_CHANNEL,
  FIELD_NAMES,
  NOMINAL_BROWSER_INFO,
  OTHER_COUNTRY,
  type AddressField,
  type CardField,
  type CardFormValues,
} from '../../card-form/fields.ts';
import {
  splitName,
  tidyText,
  validateCardForm,
  type Card,
  type FieldErrors,
} from '../../card-form/validate.ts';
import { digitsOf } from '../../card-form/digits.ts';
import { addressOf } from '../security/client-address.ts';
import type { OpenCheckout } from './open-checkout.ts';
import { FINGERPRINT } from './status-address.ts';

/** The contents of a card form, whatever was posted. */
export interface PostedCard {
  values: CardFormValues;
  /** The parts of the address that the form asked for. */
  address: Partial<Record<AddressField, string | undefined>>;
  /** Undefined if a member has a value that the API does not accept. */
  browserInfo: BrowserInfo | undefined;
  /** The order's fingerprint when the form was shown. */
  from: string | undefined;
}

/**
 * The outcome of a submitted form. `sent`: the order's status has the result. `late`: another attempt was first, so that
 * this card was not used. `refused`: no attempt was made. `tooMany`: none will be made for a while. `unknown`: only the order shows whether
 * the card arrived. `malformed`: the page's hidden fields do not have the page's values.
 */
export type Submission =
  | { outcome: 'sent' | 'late' | 'refused' | 'tooMany' | 'unknown' | 'malformed' }
  | { outcome: 'invalid'; errors: FieldErrors };

interface SubmittedForm {
  orderId: string;
  form: PostedCard;
  payer: PayerHeaders;
  nowMs: number;
}

/** Longer than any field allows. Text is cut to this length, and is then still too long to be valid. */
const MAX_FIELD_LENGTH = 512;

/** Files and missing fields count as empty text. */
const text = v.fallback(
  v.pipe(
    v.string(),
    v.transform((typed) => typed.slice(0, MAX_FIELD_LENGTH)),
  ),
  '',
);

const fingerprint = v.fallback(v.optional(v.pipe(v.string(), v.regex(FINGERPRINT))), undefined);

/** Reads a posted form without validating it. Missing fields are empty. */
export function readForm(form: FormData): PostedCard {
  const fields = Object.fromEntries(form);
  const typed = (field: CardField) => v.parse(text, fields[FIELD_NAMES[field]]);
  return {
    values: {
      number: typed('number'),
      expiry: typed('expiry'),
      code: typed('code'),
      name: typed('name'),
      email: typed('email'),
      phone: typed('phone'),
    },
    address: readAddress(fields),
    browserInfo: readBrowserInfo(fields),
    from: v.parse(fingerprint, fields[ARRIVED_FROM]),
  };
}

/**
 * Returns the browser's headers for 3-D Secure. `hasScript`: whether a script sent the form; without one, the form's
 * browser data are nominal.
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

/** The members that the API checks more strictly than the form does. The form's rules have validated the number. */
const OTHER_MEMBERS = cardDataRequest.in.omit({ card_number: true });

/** Validates the form like the browser, and sends the card once. Nothing of the card is returned. */
export async function submitCard(
  orders: OrdersClient,
  { orderId, form, payer, nowMs }: SubmittedForm,
): Promise<Submission> {
  const validation = validateCardForm(form.values, nowMs);
  const missing = missingParts(form.address);
  if (!validation.ok) return { outcome: 'invalid', errors: { ...validation.errors, ...missing } };
  if (Object.keys(missing).length > 0) return { outcome: 'invalid', errors: missing };
  if (form.browserInfo === undefined) return { outcome: 'malformed' };
  const card = cardDataFrom(
    orderId,
    { ...validation.card, address: form.address },
    form.browserInfo,
  );
  const { card_number: _validated, ...others } = card;
  const checked = validate(OTHER_MEMBERS, others);
  if (!checked.ok) return invalidFields(checked.violations) ?? { outcome: 'malformed' };
  const answer = await orders.submitCardData(card, payer);
  if (answer.ok) return { outcome: 'sent' };
  if (answer.status === 409) return { outcome: 'late' };
  if (answer.status === undefined || answer.status >= 500) return { outcome: 'unknown' };
  if (answer.problem && problemNameOf(answer.problem) === TOO_MANY) return { outcome: 'tooMany' };
  return invalidFields(answer.problem?.errors, answer.problem) ?? { outcome: 'refused' };
}

/**
 * Tells whether an order shows another card than the posted one as sent: another window was first. Only the last digits
 * are known.
 */
export function hasOtherCard(
  { receipt, order }: Pick<OpenCheckout, 'receipt' | 'order'>,
  { values }: PostedCard,
): boolean {
  const shown = receipt.card?.number.slice(-4);
  const isOpen = order.status !== 'CLOSED';
  return isOpen && shown !== undefined && shown !== digitsOf(values.number).slice(-4);
}

/** Tells whether errors are in parts of the address that a form does not have: its page is older than the settings. */
export function lacksFieldsOf({ address }: PostedCard, errors: FieldErrors): boolean {
  return ADDRESS_FIELDS.some(
    (field) => errors[field] !== undefined && address[field] === undefined,
  );
}

/**
 * Reads the browser data. Missing fields get nominal values. Fields that were sent are never corrected silently: our
 * pages always send valid ones.
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

const addressForm = v.object({
  country: v.optional(text),
  [OTHER_COUNTRY]: text,
  street: v.optional(text),
  city: v.optional(text),
  postcode: v.optional(text),
});

/** Reads the parts of the address that were posted: the form has only those that it asks for. */
function readAddress(fields: Record<string, unknown>): PostedCard['address'] {
  const { [OTHER_COUNTRY]: other, ...address } = v.parse(addressForm, fields);
  if (other !== '' && address.country !== undefined) address.country = other.toUpperCase();
  for (const field of ADDRESS_FIELDS) {
    if (address[field] !== undefined) address[field] = tidyText(address[field]);
  }
  return address;
}

/** All that the form asks for is required. */
function missingParts(address: PostedCard['address']): FieldErrors {
  const missing = ADDRESS_FIELDS.filter((field) => address[field] === '');
  return Object.fromEntries(missing.map((field) => [field, `${field}Invalid`]));
}

/** The apostrophe that keyboards of phones write; the API has the other one. */
const APOSTROPHE = /’/g;

function addressFrom({ country, street, city, postcode }: PostedCard['address']) {
  return {
    ...(country !== undefined && { country }),
    ...(street !== undefined && { street }),
    ...(city !== undefined && { city: normalizeText(city, 'NFC').replace(APOSTROPHE, "'") }),
    ...(postcode !== undefined && { post_code: postcode }),
  };
}

/** Builds the API's card data. */
function cardDataFrom(
  orderId: string,
  { number, expiry, code, name, email, phone, address }: Card & Pick<PostedCard, 'address'>,
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
    customer: {
      ...(email !== '' && { email }),
      ...(phone !== '' && { phone }),
      ...(Object.keys(address).length > 0 && { address: addressFrom(address) }),
    },
    browser_info: browserInfo,
  };
}

/** The field and error for each member of the request that may be refused. */
const REFUSED_MEMBERS: Readonly<Record<string, FieldErrors>> = {
  '/card_number': { number: 'numberInvalid' },
  '/cvv': { code: 'codeThreeDigits' },
  '/exp_month': { expiry: 'expiryInvalid' },
  '/exp_year': { expiry: 'expiryPast' },
  '/first_name': { name: 'nameInvalid' },
  '/last_name': { name: 'nameInvalid' },
  '/customer/email': { email: 'emailInvalid' },
  '/customer/phone': { phone: 'phoneInvalid' },
  '/customer/address/country': { country: 'countryInvalid' },
  '/customer/address/street': { street: 'streetInvalid' },
  '/customer/address/city': { city: 'cityInvalid' },
  '/customer/address/post_code': { postcode: 'postcodeInvalid' },
  /** E-mail or telephone number is required, and neither came. */
  '/customer': { email: 'contactRequired' },
};

/**
 * No route accepts the card's brand. The code's other meaning, an order not paid by card, cannot occur here, because
 * such orders have no card form.
 */
const NOT_ACCEPTED = 'PAYMENT_METHOD_NOT_SUPPORTED';

/** The service refuses this card for a while; the order awaits another. */
const ANOTHER_CARD = 'another-card';

/** The service refuses every card for a while, because too many different ones were declined. */
const TOO_MANY = 'too-many-cards';

/** Returns the errors that the shopper can correct, if any. */
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
