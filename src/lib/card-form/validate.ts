import {
  CARDHOLDER_NAME_LENGTH,
  CVV,
  EMAIL,
  EMAIL_LENGTH,
  FREE_TEXT,
  hasLength,
  PHONE,
} from '#contract/patterns.ts';
import { detectBrand, UNKNOWN_BRAND } from '#domain/card/brand.ts';
import { isExpired } from '#domain/card/expiry.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { isCardNumber, type CardBrand } from '#domain/card/number.ts';

import type { FieldError } from '../i18n/messages.ts';
import { digitsOf, phoneNumber } from './digits.ts';
import { parseExpiry, type Expiry } from './expiry-format.ts';
import { CARD_FIELDS, type CardField, type CardFormValues, type FieldName } from './fields.ts';

export type FieldErrors = Partial<Record<FieldName, FieldError>>;

/** A card in the API's form. */
export interface Card {
  number: string;
  /** Two digits each. */
  expiry: { month: string; year: string };
  code: string;
  name: string;
  email: string;
  phone: string;
}

export type Validation = { ok: true; card: Card } | { ok: false; errors: FieldErrors };

/** Tells whether a brand is accepted; undefined stands for a brand without an id. */
export type AcceptsBrand = (brand: CardBrand | undefined) => boolean;

/** Returns the card in the fields, or all their errors. */
export function validateCardForm(values: CardFormValues, nowMs: number): Validation {
  const errors = findErrors(CARD_FORM, valueIn(values), nowMs, values.needs);
  // The name may contain a card number among other digits, such as an expiry date. The search for it is too large for
  // the page's script.
  if (findCardNumber(tidyText(values.name)) !== undefined) errors.name = 'nameIsCardNumber';
  const email = values.email.trim();
  if (email !== '' && !(EMAIL.test(email) && hasLength(email, EMAIL_LENGTH))) {
    errors.email = 'emailInvalid';
  }
  const phone = phoneNumber(values.phone);
  if (phone !== '' && !PHONE.test(phone)) errors.phone = 'phoneInvalid';
  const parsed = parseExpiry(values.expiry.trim());
  if (Object.keys(errors).length > 0 || !parsed.ok) return { ok: false, errors };
  const { month, year } = parsed.expiry;
  return {
    ok: true,
    card: {
      number: digitsOf(values.number),
      expiry: { month, year: year.slice(-2) },
      code: digitsOf(values.code),
      name: tidyText(values.name),
      email,
      phone,
    },
  };
}

function valueIn(values: Partial<Record<FieldName, string>>) {
  return (field: FieldName) => values[field] ?? '';
}

/** The fields of a form in their order on the page, and their rules. */
export interface FormFields {
  names: readonly FieldName[];
  rules: Readonly<Partial<Record<FieldName, Rule>>>;
}

/** Returns all errors at once, one per field. The errors never repeat what was typed. */
export function findErrors({ names, rules }: FormFields, ...typed: Parameters<Rule>): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of names) {
    const error = rules[field]?.(...typed);
    if (error !== undefined) errors[field] = error;
  }
  return errors;
}

/** Returns the error in a field's text, whichever notation it is typed in. */
type Rule = (
  valueOf: (field: FieldName) => string,
  nowMs: number,
  /** The page's `Needs`. */
  needs?: string,
  accepts?: AcceptsBrand,
) => FieldError | undefined;

/**
 * The rules of the card form, for browser and server. The server checks names, e-mail addresses and telephone numbers
 * more strictly: the code for that would make the page too large for its first round trip.
 */
const RULES: Readonly<Record<CardField, Rule>> = {
  /** Reports a brand that is not accepted as soon as it is certain, before the number is complete. */
  number(valueOf, _nowMs, _needs, accepts) {
    const digits = digitsOf(valueOf('number'));
    if (digits === '') return 'numberRequired';
    if (accepts?.(detectBrand(digits)?.id) === false) return 'numberNotAccepted';
    if (isUnfinished(digits)) return 'numberIncomplete';
    return isCardNumber(digits) ? undefined : 'numberInvalid';
  },

  expiry(valueOf, nowMs) {
    const expiry = valueOf('expiry').trim();
    if (expiry === '') return 'expiryRequired';
    const parsed = parseExpiry(expiry);
    if (!parsed.ok) return EXPIRY_ERRORS[parsed.why];
    return isExpiryPast(parsed.expiry, nowMs) ? 'expiryPast' : undefined;
  },

  /** Accepts either length if the card's brand is unknown or not yet known. */
  code(valueOf) {
    const digits = digitsOf(valueOf('code'));
    if (digits === '') return 'codeRequired';
    const brand = detectBrand(digitsOf(valueOf('number')));
    if (brand ? digits.length === brand.codeLength : CVV.test(digits)) return undefined;
    return brand?.codeLength === 4 ? 'codeFourDigits' : 'codeThreeDigits';
  },

  name(valueOf) {
    const tidy = tidyText(valueOf('name'));
    if (tidy === '') return 'nameRequired';
    if (isCardNumber(digitsOf(tidy))) return 'nameIsCardNumber';
    return isName(tidy) ? undefined : 'nameInvalid';
  },

  /** Only checks roughly what it looks like. */
  email(valueOf, _nowMs, needs) {
    const text = valueOf('email').trim();
    if (text === '' && needs === 'either')
      return valueOf('phone').trim() ? undefined : 'contactRequired';
    const isGood = text === '' ? !needs?.includes('email') : LIKE_EMAIL.test(text);
    return isGood ? undefined : 'emailInvalid';
  },

  /** Only checks that a number is given. */
  phone(valueOf, _nowMs, needs) {
    return needs?.includes('phone') && !valueOf('phone').trim() ? 'phoneInvalid' : undefined;
  },
};

/** The form without an address. */
export const CARD_FORM: FormFields = { names: CARD_FIELDS, rules: RULES };

/**
 * The shortest complete number: Visa once had 13 digits. In shorter numbers, a valid check digit is a coincidence:
 * the shopper is still typing.
 */
const SHORTEST_COMMON = 13;

function isUnfinished(digits: string): boolean {
  const { shortest } = detectBrand(digits) ?? UNKNOWN_BRAND;
  return digits.length < (isCardNumber(digits) ? Math.min(shortest, SHORTEST_COMMON) : shortest);
}

const LIKE_EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;

const EXPIRY_ERRORS = { unclear: 'expiryInvalid', 'no-such-month': 'expiryMonth' } as const;

function isExpiryPast({ month, year }: Expiry, nowMs: number): boolean {
  return year < '2000' || isExpired(month, year.slice(-2), nowMs);
}

/** Splits a name at its last space, because the API has two names. */
export function splitName(name: string): { firstName: string; lastName?: string } {
  const tidy = tidyText(name);
  const at = tidy.lastIndexOf(' ');
  return at < 0
    ? { firstName: tidy }
    : { firstName: tidy.slice(0, at), lastName: tidy.slice(at + 1) };
}

/**
 * Invisible characters, such as direction marks and joiners, which come from a paste or a keyboard and mean nothing
 * to a bank. U+FFF9 to U+FFFB mark annotations that are not displayed.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

export function tidyText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .trim()
    .replace(/[\p{Zs}\t]+/gu, ' ');
}

/** Accepts any text without control characters: people's names have every form. */
function isName(tidy: string): boolean {
  return !/\p{Cc}/u.test(tidy) && FREE_TEXT.test(tidy) && hasLength(tidy, CARDHOLDER_NAME_LENGTH);
}
