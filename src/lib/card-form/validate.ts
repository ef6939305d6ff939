import * as v from 'valibot';

import { FIELDS, type CardFormValues, type FieldName } from './fields.ts';
import { cardFormSchema, FIELD_ERRORS, type Card, type FieldError } from './schema.ts';

export type FieldErrors = Partial<Record<FieldName, FieldError>>;

export type Validation = { ok: true; card: Card } | { ok: false; errors: FieldErrors };

/** Everything that is wrong at once, one error a field. The errors never repeat what was typed. */
export const validateCardForm = (values: CardFormValues, nowMs: number): Validation => {
  const result = v.safeParse(cardFormSchema(values.number, nowMs), values);
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
