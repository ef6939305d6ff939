import * as v from 'valibot';

import { CVV, EMAIL, EMAIL_LENGTH, hasLength } from '#contract/patterns.ts';
import { isExpired } from '#domain/card/expiry.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { isCardNumber } from '#domain/card/number.ts';

import { detectBrand, UNKNOWN_BRAND, type Brand } from './brand.ts';
import { digitsOf } from './digits.ts';
import { parseExpiry, type Expiry } from './expiry-format.ts';
import { isName, tidyName } from './name.ts';

/** What can be wrong with what was typed: keys of the message catalogue, in which the remedy stands. */
export const FIELD_ERRORS = [
  'numberRequired',
  'numberIncomplete',
  'numberInvalid',
  'expiryRequired',
  'expiryInvalid',
  'expiryMonth',
  'expiryPast',
  'codeRequired',
  'codeThreeDigits',
  'codeFourDigits',
  'nameRequired',
  'nameIsCardNumber',
  'nameInvalid',
  'emailInvalid',
] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];

/** The schema's messages are error codes; this holds the compiler to it. */
const says = (error: FieldError): FieldError => error;

/** Visa once had 13 digits. Below that, a right check digit is chance: the typing is not done. */
const SHORTEST_COMMON = 13;

const isUnfinished = (digits: string): boolean => {
  const lengths: readonly number[] = (detectBrand(digits) ?? UNKNOWN_BRAND).numberLengths;
  const shortest = Math.min(...lengths);
  return digits.length < (isCardNumber(digits) ? Math.min(shortest, SHORTEST_COMMON) : shortest);
};

const number = v.pipe(
  v.string(says('numberRequired')),
  v.transform(digitsOf),
  v.nonEmpty(says('numberRequired')),
  v.check((digits) => !isUnfinished(digits), says('numberIncomplete')),
  v.check(isCardNumber, says('numberInvalid')),
);

const expiry = (nowMs: number) =>
  v.pipe(
    v.string(says('expiryRequired')),
    v.trim(),
    v.nonEmpty(says('expiryRequired')),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseExpiry(dataset.value);
      if (parsed.ok) return parsed.expiry;
      addIssue({ message: says(EXPIRY_ERRORS[parsed.why]) });
      return NEVER;
    }),
    v.check((date) => !isOver(date, nowMs), says('expiryPast')),
    // As the interface wants it: in two digits.
    v.transform(({ month, year }) => ({ month, year: year.slice(-2) })),
  );

const EXPIRY_ERRORS = { unclear: 'expiryInvalid', 'no-such-month': 'expiryMonth' } as const;

const isOver = ({ month, year }: Expiry, nowMs: number): boolean =>
  year < '2000' || isExpired(month, year.slice(-2), nowMs);

/** Of a card whose brand is not known yet, or at all, either length may be right. */
const code = (brand: Brand | undefined) =>
  v.pipe(
    v.string(says('codeRequired')),
    v.transform(digitsOf),
    v.nonEmpty(says('codeRequired')),
    v.check(
      (digits) => (brand ? digits.length === brand.codeLength : CVV.test(digits)),
      says(brand?.codeLength === 4 ? 'codeFourDigits' : 'codeThreeDigits'),
    ),
  );

const name = v.pipe(
  v.string(says('nameRequired')),
  v.transform(tidyName),
  v.nonEmpty(says('nameRequired')),
  v.check((text) => findCardNumber(text) === undefined, says('nameIsCardNumber')),
  v.check(isName, says('nameInvalid')),
);

const email = v.pipe(
  v.string(says('emailInvalid')),
  v.trim(),
  v.check(
    (text) => text === '' || (EMAIL.test(text) && hasLength(text, EMAIL_LENGTH)),
    says('emailInvalid'),
  ),
);

/**
 * The card form, for the browser and the server alike. It takes the fields as they were typed, in
 * any of their notations, and gives the card as the interface wants it. `typedNumber` tells how long
 * the security code is, whether or not the number is finished.
 */
export const cardFormSchema = (typedNumber: string, nowMs: number) =>
  v.object({
    number,
    expiry: expiry(nowMs),
    code: code(detectBrand(digitsOf(typedNumber))),
    name,
    email,
  });

export type Card = v.InferOutput<ReturnType<typeof cardFormSchema>>;
