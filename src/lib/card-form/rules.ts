import { CVV, EMAIL, EMAIL_LENGTH, hasLength } from '#contract/patterns.ts';
import { isExpired } from '#domain/card/expiry.ts';
import { isCardNumber, type CardBrand } from '#domain/card/number.ts';

import type { FieldError } from '../i18n/field-errors.ts';
import { detectBrand, UNKNOWN_BRAND } from '#domain/card/brand.ts';
import { digitsOf } from './digits.ts';
import { parseExpiry, type Expiry } from './expiry-format.ts';
import type { CardFormValues, FieldName } from './fields.ts';
import { isName, tidyName } from './name.ts';

/** Whether a brand is taken; undefined is one that the service has no name for. */
export type AcceptsBrand = (brand: CardBrand | undefined) => boolean;

/** Says what is wrong with a field as it was typed, in any of its notations. */
type Rule = (
  values: CardFormValues,
  nowMs: number,
  accepts?: AcceptsBrand,
) => FieldError | undefined;

/** Visa once had 13 digits. Below that, a right check digit is chance: the typing is not done. */
const SHORTEST_COMMON = 13;

const isUnfinished = (digits: string): boolean => {
  const { shortest } = detectBrand(digits) ?? UNKNOWN_BRAND;
  return digits.length < (isCardNumber(digits) ? Math.min(shortest, SHORTEST_COMMON) : shortest);
};

const EXPIRY_ERRORS = { unclear: 'expiryInvalid', 'no-such-month': 'expiryMonth' } as const;

const isOver = ({ month, year }: Expiry, nowMs: number): boolean =>
  year < '2000' || isExpired(month, year.slice(-2), nowMs);

/** The rules of the card form, by which browser and server judge. Of a name the server looks closer. */
export const RULES: Readonly<Record<FieldName, Rule>> = {
  /** A brand that is not taken is said as soon as it is certain: nobody is to type on in vain. */
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

  email({ email }) {
    const text = email.trim();
    const isEmail = text === '' || (EMAIL.test(text) && hasLength(text, EMAIL_LENGTH));
    return isEmail ? undefined : 'emailInvalid';
  },
};
