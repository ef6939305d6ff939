import * as v from 'valibot';

import { cardFormSchema, FIELD_ERRORS, type Card, type FieldError } from './schema.ts';

/** In the order in which they stand on the page: the error summary keeps it. */
export const FIELDS = ['number', 'expiry', 'code', 'name', 'email'] as const;
export type FieldName = (typeof FIELDS)[number];

/** What the fields are called in the form that is posted. */
export const FIELD_NAMES = {
  number: 'card_number',
  expiry: 'expiry',
  code: 'security_code',
  name: 'cardholder_name',
  email: 'email',
} as const satisfies Record<FieldName, string>;

/** Their elements, to which the error summary leads. */
export const FIELD_IDS = {
  number: 'card-number',
  expiry: 'expiry-date',
  code: 'security-code',
  name: 'cardholder-name',
  email: 'email',
} as const satisfies Record<FieldName, string>;

/** The fields as typed. */
export type CardFormValues = Record<FieldName, string>;
export type FieldErrors = Partial<Record<FieldName, FieldError>>;

export type Validation = { ok: true; card: Card } | { ok: false; errors: FieldErrors };

/** Everything that is wrong at once, one error a field. The errors never repeat what was typed. */
export const validateCardForm = (values: CardFormValues, nowMs: number): Validation => {
  const result = v.safeParse(cardFormSchema(nowMs), values);
  return result.success
    ? { ok: true, card: result.output }
    : { ok: false, errors: firstErrors(v.flatten(result.issues).nested ?? {}) };
};

const firstErrors = (nested: Partial<Record<FieldName, readonly string[]>>): FieldErrors => {
  const errors: FieldErrors = {};
  for (const field of FIELDS) {
    const error = FIELD_ERRORS.find((known) => known === nested[field]?.[0]);
    if (error !== undefined) errors[field] = error;
  }
  return errors;
};
