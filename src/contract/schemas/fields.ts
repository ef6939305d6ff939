import { z } from 'zod';
import { isBrandNumber } from '#domain/card/brand.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { isCountryCode } from '#domain/customer/country-codes.ts';
import { parseAmount, CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { RESOLUTION_CODES, RESOLUTIONS } from '#domain/order/resolution.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { hasTooManyMarks } from '#domain/text.ts';
import { NumberText } from '../json/number-text.ts';
import * as patterns from '../patterns.ts';
import { hasLength, type Length } from '../patterns.ts';

/** The building blocks of the request schemas. A rule's `code` becomes the code of its violation. */

export function rule(code: string, detail: string) {
  return { params: { code }, error: detail };
}

/** Text with a length in characters and a pattern. */
export function text(length: Length, pattern: RegExp = patterns.FREE_TEXT) {
  return bounded(length, pattern).meta(lengthMeta(length));
}

/**
 * Free text from a person. It may contain a card number by accident, which must not be stored, so card numbers are
 * refused.
 */
export function words(description: string, length: Length, pattern: RegExp = patterns.FREE_TEXT) {
  return bounded(length, pattern)
    .refine(holdsNoCardNumber, NO_CARD_NUMBER)
    .meta({ ...lengthMeta(length), description: `${description} ${NO_CARD_NUMBER.error}` });
}

/**
 * A merchant's comment on an order or a refund. Often it has long numbers, of items or times, so only numbers of known
 * card brands are refused.
 */
export function comment(description: string) {
  return withoutBrandNumber(
    bounded(patterns.COMMENT_LENGTH, patterns.FREE_TEXT),
    patterns.COMMENT_LENGTH,
    description,
  );
}

/** What a payer buys, as the payment page shows it: one line. White space around it is removed. */
export function purchaseDescription(description: string) {
  return withoutBrandNumber(
    bounded(patterns.DESCRIPTION_LENGTH, patterns.FREE_LINE, z.string().trim()),
    patterns.DESCRIPTION_LENGTH,
    description,
  );
}

function withoutBrandNumber(schema: z.ZodString, length: Length, description: string) {
  return schema
    .refine(holdsNoBrandNumber, NO_CARD_NUMBER)
    .meta({ ...lengthMeta(length), description: `${description} ${NO_CARD_NUMBER.error}` });
}

export const NO_CARD_NUMBER = rule('card_number', 'Must not hold a card number.');

function holdsNoCardNumber(value: string): boolean {
  return findCardNumber(value) === undefined;
}

/** Tells whether a text has no number of a known card brand; other long numbers may pass Luhn. */
export function holdsNoBrandNumber(value: string | undefined): boolean {
  return value === undefined || findCardNumber(value, isBrandNumber) === undefined;
}

/** Checks the length first; text that is too long is not checked further. */
function bounded(length: Length, pattern: RegExp, string = z.string()) {
  return string
    .refine((value) => hasLength(value, length), lengthRule(length))
    .regex(pattern)
    .refine((value) => !hasTooManyMarks(value), TOO_MANY_MARKS);
}

const TOO_MANY_MARKS = rule('pattern', 'Must have at most 4 combining marks in a row.');

function lengthRule({ min, max }: Length) {
  return { ...rule('length', `Must have ${min} to ${max} characters.`), abort: true };
}

function lengthMeta({ min, max }: Length) {
  return { minLength: min, maxLength: max };
}

export const uuid = z.stringFormat('uuid', patterns.UUID).toLowerCase();

export const referenceId = text(patterns.REFERENCE_ID_LENGTH, patterns.REFERENCE_ID).meta({
  description: `The merchant's reference for the payment, unique forever among its payins or its payouts, of ${patterns.REFERENCE_ID_CHARACTERS}; a new UUID works well. An empty one works for a single order.`,
});

export const email = z
  .stringFormat(
    'email',
    ifOfLength(patterns.EMAIL_LENGTH, (value) => patterns.EMAIL.test(value)),
  )
  .refine(
    (value) => hasLength(value, patterns.EMAIL_LENGTH),
    rule('length', `Must have at most ${patterns.EMAIL_LENGTH.max} characters.`),
  )
  .meta({ maxLength: patterns.EMAIL_LENGTH.max, pattern: patterns.EMAIL.source });

export const phone = z.string().regex(patterns.PHONE);

/**
 * An absolute http or https URL without credentials. Empty text, which the specification's table allows, counts as
 * omitted.
 */
export function httpUrl(length: Length) {
  return z
    .stringFormat(
      'uri',
      ifOfLength(length, (value) => value === '' || isHttpUrl(value)),
    )
    .refine((value) => hasLength(value, length), lengthRule(length))
    .transform((value) => (value === '' ? undefined : value))
    .meta({ maxLength: length.max });
}

/** Skips a format's check for text that the length rule refuses, because zod runs the format check first. */
function ifOfLength(length: Length, isRight: (value: string) => boolean) {
  return (value: string) => !hasLength(value, length) || isRight(value);
}

function isHttpUrl(value: string): boolean {
  const url = patterns.HTTP_URL.test(value) ? URL.parse(value) : null;
  return url?.username === '' && url.password === '' && !EMPTY_LABEL.test(url.hostname);
}

/**
 * Finds empty labels in a host name. URL parsers accept `http://.`; only the root's label, at the end, may be empty.
 */
const EMPTY_LABEL = /^\.|\.\./;

const EXPONENT = /e/i;
const NO_EXPONENT = 'Must be written in plain digits, without an exponent: 10, not 1E+1.';
const NO_AMOUNT = 'Must be above zero, with at most 12 digits before the point and 2 after it.';

/**
 * An amount above zero: a number of major units, converted to minor units. Validates the number's source text, so the
 * body must come from parseJson. For OpenAPI, the description states the decimals: validators that divide doubles find
 * 0.59 to be no multiple of 0.01. Limits are whole numbers, which doubles hold exactly.
 */
export const amount = z
  .instanceof(NumberText)
  .transform(({ text: source }, context) => {
    const minor = parseAmount(source) ?? 0n;
    if (minor > 0n) return minor;
    const message = EXPONENT.test(source) ? NO_EXPONENT : NO_AMOUNT;
    context.addIssue({ code: 'custom', params: { code: 'amount' }, message });
    return z.NEVER;
  })
  .meta({
    description:
      'The amount to pay, in major units of `currency`: 12.5 is 12 euros 50. Above zero, with at most 12 digits before the point and 2 after it, without an exponent.',
    type: 'number',
    exclusiveMinimum: 0,
    exclusiveMaximum: 1_000_000_000_000,
  });

/** Minor units of the currency: 1050n is 10.50. */
export type AmountMinor = z.output<typeof amount>;

/** A request body as sent, with the amount as a number. */
export type WithNumberAmount<Body> = Omit<Body, 'amount'> & { amount: number };

/** A count in an answer. */
export function count(description: string) {
  return z.int().meta({ description, minimum: 0 });
}

/* Lists of values, each described once in the OpenAPI document under its `id`. */

export const currency = z.enum(CURRENCIES).meta({
  id: 'Currency',
  description: 'ISO 4217, and USDT_TRON for Tether on TRON. All have two decimals here.',
});
export const orderStatus = z.enum(ORDER_STATUSES).meta({
  id: 'OrderStatus',
  description: 'The status of an order.',
});
export const resolution = z.enum(RESOLUTIONS).meta({
  id: 'Resolution',
  description: 'The result of an order.',
});
export const resolutionCode = z.enum(RESOLUTION_CODES).meta({
  id: 'ResolutionCode',
  description: 'Why an order did not succeed, or why a request was refused.',
});
export const paymentSource = z.enum(PAYMENT_SOURCES).meta({
  id: 'PaymentSource',
  description: 'Where money comes from, or goes to.',
});

/** EMV 3-D Secure: 01 application, 02 browser, 03 requested by the merchant alone. */
export const deviceChannel = z.enum(['01', '02', '03']).meta({
  id: 'DeviceChannel',
  description: "The payer's channel, as numbered by EMV 3-D Secure.",
});

export const country = z.stringFormat('country', isCountryCode).meta({
  id: 'Country',
  description: 'The officially assigned codes of ISO 3166-1 alpha-2.',
});
