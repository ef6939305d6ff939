import * as v from 'valibot';

import {
  CARDHOLDER_NAME_LENGTH,
  CVV,
  EMAIL,
  EMAIL_LENGTH,
  FREE_TEXT,
  hasLength,
} from '#contract/patterns.ts';
import { isExpired } from '#domain/card/expiry.ts';
import { isCardNumber } from '#domain/card/number.ts';

import { detectBrand, UNKNOWN_BRAND } from './brand.ts';
import { digitsOf } from './digits.ts';
import { parseExpiry } from './expiry-format.ts';
import { looksLikeCardNumber, tidyName } from './name.ts';

/** What can be wrong with what was typed: keys of the message catalogue, in which the remedy stands. */
export const FIELD_ERRORS = [
  'numberRequired',
  'numberIncomplete',
  'numberInvalid',
  'expiryRequired',
  'expiryInvalid',
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

/** A name has letters; of what stands between them, what names are written with. */
const NAME = /^[\p{L}\p{M}\p{N} .,'’`´·&/-]+$/u;
const LETTER = /\p{L}/u;

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
      if (parsed !== undefined) return parsed;
      addIssue({ message: says('expiryInvalid') });
      return NEVER;
    }),
    v.check(({ month, year }) => !isExpired(month, year, nowMs), says('expiryPast')),
  );

const code = v.pipe(
  v.string(says('codeRequired')),
  v.transform(digitsOf),
  v.nonEmpty(says('codeRequired')),
);

const isName = (text: string): boolean =>
  NAME.test(text) &&
  LETTER.test(text) &&
  FREE_TEXT.test(text) &&
  hasLength(text, CARDHOLDER_NAME_LENGTH);

const name = v.pipe(
  v.string(says('nameRequired')),
  v.transform(tidyName),
  v.nonEmpty(says('nameRequired')),
  v.check((text) => !looksLikeCardNumber(text), says('nameIsCardNumber')),
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

/** Cards of no brand that is known may carry either length. */
const codeFits = (typed: string, digits: string, length: 3 | 4): boolean => {
  const brand = detectBrand(digits);
  if (brand === undefined) return length === 4 || CVV.test(typed);
  return brand.codeLength !== length || typed.length === length;
};

/**
 * The card form, for the browser and the server alike. It takes the fields as they were typed, in
 * any of their notations, and gives the card as the interface wants it.
 */
export const cardFormSchema = (nowMs: number) =>
  v.pipe(
    v.object({ number, expiry: expiry(nowMs), code, name, email }),
    v.forward(
      v.partialCheck(
        [['number'], ['code']],
        (card) => codeFits(card.code, card.number, 3),
        says('codeThreeDigits'),
      ),
      ['code'],
    ),
    v.forward(
      v.partialCheck(
        [['number'], ['code']],
        (card) => codeFits(card.code, card.number, 4),
        says('codeFourDigits'),
      ),
      ['code'],
    ),
  );

export type Card = v.InferOutput<ReturnType<typeof cardFormSchema>>;
