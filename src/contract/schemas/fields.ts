import { findCardNumber } from '#domain/card/find-number.ts';
import { parseAmount } from '#domain/money.ts';
import { hasTooManyMarks } from '#domain/text.ts';
import { z } from 'zod';

import { isCountryCode } from './country.ts';
import { NumberText } from '../json/number-text.ts';
import * as patterns from '../patterns.ts';
import { hasLength, type Length } from '../patterns.ts';

/** The building blocks of the request schemas. A rule's `code` travels to the violation it makes. */

export const rule = (code: string, detail: string) => ({ params: { code }, error: detail });

/** Text of so many characters; what else it may hold, `pattern` says. */
export function text(length: Length, pattern: RegExp = patterns.FREE_TEXT) {
  return bounded(length, pattern).meta(lengthMeta(length));
}

/** The same for words of a person's own: a card number may slip in there, and must not rest there. */
export function words(length: Length, pattern: RegExp = patterns.FREE_TEXT) {
  return bounded(length, pattern)
    .refine(holdsNoCardNumber, NO_CARD_NUMBER)
    .meta({ ...lengthMeta(length), description: NO_CARD_NUMBER.error });
}

export const NO_CARD_NUMBER = rule('card_number', 'Must not hold a card number.');

export function holdsNoCardNumber(value: string | undefined): boolean {
  return value === undefined || findCardNumber(value) === undefined;
}

/** Its length is judged first: what is too long is not looked at any further. */
function bounded(length: Length, pattern: RegExp) {
  return z
    .string()
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

export const referenceId = text(patterns.REFERENCE_ID_LENGTH, patterns.REFERENCE_ID);

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

export const country = z.stringFormat('country', isCountryCode);

/** An absolute http or https address without credentials. Empty text, which the table allows, is none. */
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

/** A format's rule comes before all others: of a text that another rule refuses for its length, it says nothing. */
function ifOfLength(length: Length, isRight: (value: string) => boolean) {
  return (value: string) => !hasLength(value, length) || isRight(value);
}

function isHttpUrl(value: string): boolean {
  const url = patterns.HTTP_URL.test(value) ? URL.parse(value) : null;
  return url?.username === '' && url.password === '' && !EMPTY_LABEL.test(url.hostname);
}

/** A parser takes `http://.` for an address; but for the root's, at the end, no label is empty. */
const EMPTY_LABEL = /^\.|\.\./;

const EXPONENT = /e/i;
const NO_EXPONENT = 'Must be written in plain digits, without an exponent: 10, not 1E+1.';
const NO_AMOUNT = 'Must be above zero, with at most 12 digits before the point and 2 after it.';

/**
 * A number of the currency's major units above zero, to minor units. It is judged on the number's
 * own text, so the body has to come from parseJson.
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
  .meta({ type: 'number', exclusiveMinimum: 0, maximum: 999_999_999_999.99, multipleOf: 0.01 });

/** Minor units of the currency: 1050n is 10.50. */
export type AmountMinor = z.output<typeof amount>;

/** A request as its sender writes it. */
export type WithNumberAmount<Body> = Omit<Body, 'amount'> & { amount: number };
