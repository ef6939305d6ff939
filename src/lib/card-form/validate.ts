import { findCardNumber } from '#domain/card/find-number.ts';

import type { FieldError } from '../i18n/field-errors.ts';
import { digitsOf } from './digits.ts';
import { parseExpiry } from './expiry-format.ts';
import { FIELDS, type CardFormValues, type FieldName } from './fields.ts';
import { tidyName } from './name.ts';
import { RULES, type AcceptsBrand } from './rules.ts';

export type FieldErrors = Partial<Record<FieldName, FieldError>>;

/** A card as the interface wants it. */
export interface Card {
  number: string;
  /** Two digits each. */
  expiry: { month: string; year: string };
  code: string;
  name: string;
  email: string;
}

export type Validation = { ok: true; card: Card } | { ok: false; errors: FieldErrors };

/** Everything that is wrong at once, one error a field. The errors never repeat what was typed. */
export const findErrors = (
  values: CardFormValues,
  nowMs: number,
  accepts?: AcceptsBrand,
): FieldErrors => {
  const errors: FieldErrors = {};
  for (const field of FIELDS) {
    const error = RULES[field](values, nowMs, accepts);
    if (error !== undefined) errors[field] = error;
  }
  return errors;
};

/** The card that the fields hold, or everything that is wrong with them. */
export const validateCardForm = (values: CardFormValues, nowMs: number): Validation => {
  const errors = findErrors(values, nowMs);
  // Among other digits, say an expiry date behind it. What finds it there is no part of the page's script.
  if (findCardNumber(tidyName(values.name)) !== undefined) errors.name = 'nameIsCardNumber';
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
    },
  };
};
