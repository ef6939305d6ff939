import { z } from 'zod';

import { country, email, phone, text, words } from './fields.ts';
import * as patterns from '../patterns.ts';

const customerReferenceId = z.string().regex(patterns.CUSTOMER_REFERENCE_ID);
const postCode = words(patterns.POST_CODE_LENGTH);

/** The customer of a create request, payin and payout alike: Latin letters only. */
export const createCustomer = z.strictObject({
  reference_id: customerReferenceId.optional(),
  first_name: text(patterns.NAME_LENGTH, patterns.LATIN_NAME).optional(),
  last_name: text(patterns.NAME_LENGTH, patterns.LATIN_NAME).optional(),
  email: email.optional(),
  phone: phone.optional(),
  address: z
    .strictObject({
      country: country.optional(),
      city: words(patterns.CITY_LENGTH, patterns.LATIN_PLACE).optional(),
      street: words(patterns.STREET_LENGTH, patterns.LATIN_PLACE).optional(),
      post_code: postCode.optional(),
    })
    .optional(),
});
export type CreateCustomer = z.output<typeof createCustomer>;

/** The customer of a card data request: letters of every script. */
export const cardDataCustomer = z.strictObject({
  reference_id: customerReferenceId.optional(),
  first_name: text(patterns.NAME_LENGTH, patterns.ANY_NAME).optional(),
  last_name: text(patterns.NAME_LENGTH, patterns.ANY_NAME).optional(),
  email: email.optional(),
  phone: phone.optional(),
  address: z
    .strictObject({
      country: country.optional(),
      city: text(patterns.CITY_LENGTH, patterns.ANY_NAME).optional(),
      street: words(patterns.STREET_LENGTH).optional(),
      post_code: postCode.optional(),
    })
    .optional(),
});
export type CardDataCustomer = z.output<typeof cardDataCustomer>;

/**
 * The customer of an answer. Its texts were judged when they came in, by one of two sets of rules,
 * so an answer is read by type alone.
 */
export const customer = z.object({
  reference_id: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  address: z
    .object({
      country: z.string().optional(),
      city: z.string().optional(),
      street: z.string().optional(),
      post_code: z.string().optional(),
    })
    .optional(),
});
export type Customer = z.output<typeof customer>;

/**
 * What is known of a customer, brought up to date member by member by what card data says; the address
 * as well. What is empty takes nothing away.
 */
export function mergeCustomer(known: Customer, given: Customer): Customer {
  const merged = merge(known, given);
  if (known.address === undefined || given.address === undefined) return merged;
  return { ...merged, address: merge(known.address, given.address) };
}

function merge<Members extends object>(known: Members, given: Members): Members {
  return { ...given, ...known, ...filled(given) };
}

function filled<Members extends object>(members: Members): Members {
  const copy = { ...members };
  for (const [name, value] of Object.entries(copy)) {
    if (value === undefined || value === '') Reflect.deleteProperty(copy, name);
  }
  return copy;
}
