import { z } from 'zod';

import { country, email, phone, text, words } from './fields.ts';
import * as patterns from '../patterns.ts';

const REFERENCE = "The merchant's own id of its customer; the service only keeps it.";
const customerReferenceId = z
  .string()
  .regex(patterns.CUSTOMER_REFERENCE_ID)
  .meta({ description: REFERENCE });
const customerEmail = email.meta({
  description:
    "The customer's e-mail address, of at most 64 characters before the @; block lists are compared with it.",
});
const customerPhone = phone.meta({
  description:
    "The customer's telephone number: a plus sign, then 5 to 30 digits; block lists are compared with it.",
});
const addressCountry = country.meta({
  description: 'The country, as an assigned ISO 3166-1 alpha-2 code in upper case.',
});
const postCode = words(
  'The postal code, as it is written in that country.',
  patterns.POST_CODE_LENGTH,
);

function name(description: string, pattern: RegExp) {
  return text(patterns.NAME_LENGTH, pattern).meta({ description });
}

const createAddress = z
  .strictObject({
    country: addressCountry.optional(),
    city: words(
      `The city: ${patterns.LATIN_PLACE_CHARACTERS}.`,
      patterns.CITY_LENGTH,
      patterns.LATIN_PLACE,
    ).optional(),
    street: words(
      `Street and house number: ${patterns.LATIN_PLACE_CHARACTERS}.`,
      patterns.STREET_LENGTH,
      patterns.LATIN_PLACE,
    ).optional(),
    post_code: postCode.optional(),
  })
  .meta({
    id: 'CreateAddress',
    description: 'An address in a create request, of Latin letters.',
  });

/** The customer of a create request, payin and payout alike: Latin letters only. */
export const createCustomer = z
  .strictObject({
    reference_id: customerReferenceId.optional(),
    first_name: name(
      `The customer's first name: ${patterns.LATIN_NAME_CHARACTERS}.`,
      patterns.LATIN_NAME,
    ).optional(),
    last_name: name(
      `The customer's last name: ${patterns.LATIN_NAME_CHARACTERS}.`,
      patterns.LATIN_NAME,
    ).optional(),
    email: customerEmail.optional(),
    phone: customerPhone.optional(),
    address: createAddress.meta({ description: "The customer's address." }).optional(),
  })
  .meta({
    id: 'CreateCustomer',
    description:
      'The payer or payee, as far as the merchant knows them when it creates an order; `{}` for nothing.',
  });
export type CreateCustomer = z.output<typeof createCustomer>;

const cardDataAddress = z
  .strictObject({
    country: addressCountry.optional(),
    city: text(patterns.CITY_LENGTH, patterns.ANY_NAME)
      .meta({ description: `The city: ${patterns.ANY_NAME_CHARACTERS}.` })
      .optional(),
    street: words('Street and house number.', patterns.STREET_LENGTH).optional(),
    post_code: postCode.optional(),
  })
  .meta({
    id: 'CardDataAddress',
    description: 'An address in card data, of letters of any script.',
  });

/** The customer of a card data request: letters of every script. */
export const cardDataCustomer = z
  .strictObject({
    reference_id: customerReferenceId.optional(),
    first_name: name(
      `The payer's first name: ${patterns.ANY_NAME_CHARACTERS}.`,
      patterns.ANY_NAME,
    ).optional(),
    last_name: name(
      `The payer's last name: ${patterns.ANY_NAME_CHARACTERS}.`,
      patterns.ANY_NAME,
    ).optional(),
    email: customerEmail.optional(),
    phone: customerPhone.optional(),
    address: cardDataAddress
      .meta({ description: "The payer's address, as the card's issuer knows it." })
      .optional(),
  })
  .meta({
    id: 'CardDataCustomer',
    description:
      "The payer, as the card form knows them; it is added to what the order's customer holds, member by member. `{}` for nothing.",
  });
export type CardDataCustomer = z.output<typeof cardDataCustomer>;

const address = z
  .object({
    country: described('The country, as an ISO 3166-1 alpha-2 code in upper case.'),
    city: described('The city.'),
    street: described('Street and house number.'),
    post_code: described('The postal code.'),
  })
  .meta({ id: 'Address', description: 'An address, as far as it was given.' });

/**
 * The customer in an answer. Its texts were validated on input, by one of two sets of rules, so answers are checked
 * by type only.
 */
export const customer = z
  .object({
    reference_id: described(REFERENCE),
    first_name: described('The first name, as it was given last.'),
    last_name: described('The last name, as it was given last.'),
    email: described('The e-mail address, as it was given last.'),
    phone: described('The telephone number, with its plus sign, as it was given last.'),
    address: address.meta({ description: 'The address, as it was given last.' }).optional(),
  })
  .meta({
    id: 'Customer',
    description:
      'What is known of the payer or payee: from the create request, brought up to date by card data. Members that nobody gave are left out.',
  });
export type Customer = z.output<typeof customer>;

function described(description: string) {
  return z.string().meta({ description }).optional();
}

/**
 * Merges a customer's known data with data from a card data request, member by member, including the address. Empty
 * members remove nothing.
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
