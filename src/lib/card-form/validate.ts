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
import { FIELDS, type CardFormValues, type FieldName } from './fields.ts';

export type FieldErrors = Partial<Record<FieldName, FieldError>>;

/** A card as the interface wants it. */
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

/** Whether a brand is accepted; undefined is one that the service has no name for. */
export type AcceptsBrand = (brand: CardBrand | undefined) => boolean;

/** The card that the fields hold, or everything that is wrong with them. */
export function validateCardForm(values: CardFormValues, nowMs: number): Validation {
  const errors = findErrors(values, nowMs);
  // Among other digits, say an expiry date behind it. What finds it there is no part of the page's script.
  if (findCardNumber(tidyName(values.name)) !== undefined) errors.name = 'nameIsCardNumber';
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
      name: tidyName(values.name),
      email: values.email.trim(),
      phone,
    },
  };
}

/** Everything that is wrong at once, one error a field. The errors never repeat what was typed. */
export function findErrors(
  values: CardFormValues,
  nowMs: number,
  accepts?: AcceptsBrand,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of FIELDS) {
    const error = RULES[field](values, nowMs, accepts);
    if (error !== undefined) errors[field] = error;
  }
  return errors;
}

/** Says what is wrong with a field as it was typed, in any of its notations. */
type Rule = (
  values: CardFormValues,
  nowMs: number,
  accepts?: AcceptsBrand,
) => FieldError | undefined;

/** The rules of the card form, for browser and server. Of a name and a telephone number the server looks closer. */
export const RULES: Readonly<Record<FieldName, Rule>> = {
  /** A brand that is not accepted is an error as soon as it is certain, before the number is complete. */
  number({ number }, _nowMs, accepts) {
    const digits = digitsOf(number);
    if (digits === '') return 'numberRequired';
    if (accepts?.(detectBrand(digits)?.id) === false) return 'numberNotAccepted';
    if (isUnfinished(digits)) return 'numberIncomplete';
    return isCardNumber(digits) ? undefined : 'numberInvalid';
  },

  expiry({ expiry }, nowMs) {
    if (expiry.trim() === '') return 'expiryRequired';
    const parsed = parseExpiry(expiry.trim());
    if (!parsed.ok) return EXPIRY_ERRORS[parsed.why];
    return isOver(parsed.expiry, nowMs) ? 'expiryPast' : undefined;
  },

  /** Of a card whose brand is not known yet, or at all, either length may be right. */
  code({ number, code }) {
    const digits = digitsOf(code);
    if (digits === '') return 'codeRequired';
    const brand = detectBrand(digitsOf(number));
    if (brand ? digits.length === brand.codeLength : CVV.test(digits)) return undefined;
    return brand?.codeLength === 4 ? 'codeFourDigits' : 'codeThreeDigits';
  },

  name({ name }) {
    const tidy = tidyName(name);
    if (tidy === '') return 'nameRequired';
    if (isCardNumber(digitsOf(tidy))) return 'nameIsCardNumber';
    return isName(tidy) ? undefined : 'nameInvalid';
  },

  email({ email, phone, needs }) {
    const text = email.trim();
    if (text === '' && needs === 'either') return phone.trim() ? undefined : 'contactRequired';
    const isGood =
      (text === '' && !needs?.includes('email')) ||
      (EMAIL.test(text) && hasLength(text, EMAIL_LENGTH));
    return isGood ? undefined : 'emailInvalid';
  },

  /** How a number is written, the server judges: what does would not fit into the page's one answer. */
  phone({ phone, needs }) {
    return needs?.includes('phone') && !phone.trim() ? 'phoneInvalid' : undefined;
  },
};

/** Visa once had 13 digits. Below that, a right check digit is chance: the typing is not done. */
const SHORTEST_COMMON = 13;

function isUnfinished(digits: string): boolean {
  const { shortest } = detectBrand(digits) ?? UNKNOWN_BRAND;
  return digits.length < (isCardNumber(digits) ? Math.min(shortest, SHORTEST_COMMON) : shortest);
}

const EXPIRY_ERRORS = { unclear: 'expiryInvalid', 'no-such-month': 'expiryMonth' } as const;

function isOver({ month, year }: Expiry, nowMs: number): boolean {
  return year < '2000' || isExpired(month, year.slice(-2), nowMs);
}

/** The interface wants two names and people have one: it parts at its last space. */
export function splitName(name: string): { firstName: string; lastName?: string } {
  const tidy = tidyName(name);
  const at = tidy.lastIndexOf(' ');
  return at < 0
    ? { firstName: tidy }
    : { firstName: tidy.slice(0, at), lastName: tidy.slice(at + 1) };
}

/**
 * Direction marks, joiners and the like come along with a paste or from a keyboard, and say nothing
 * to a bank; U+FFF9 to U+FFFB mark annotations that nothing shows.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

function tidyName(name: string): string {
  return name
    .replace(INVISIBLE, '')
    .trim()
    .replace(/[\p{Zs}\t]+/gu, ' ');
}

/** People's names are written in every way there is: any text is one, but for control characters. */
function isName(tidy: string): boolean {
  return !/\p{Cc}/u.test(tidy) && FREE_TEXT.test(tidy) && hasLength(tidy, CARDHOLDER_NAME_LENGTH);
}
