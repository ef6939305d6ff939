import { WANTED_ADDRESSES, WANTED_CONTACTS } from '#domain/customer/wanted-data.ts';
import { z } from 'zod';

/** The terminal setting `asks_contact`, for every adapter that sends the payer's contact details to its acquirer. */
export const asksContact = z
  .union([z.boolean(), z.enum(WANTED_CONTACTS)])
  .default(false)
  .meta({
    description:
      'Contact details that the page asks card payers for if the order lacks them: email, phone, both, or either (also true). Issuers use them for 3-D Secure.',
  });

const DESCRIPTION =
  'The address that the page asks card payers for if the order lacks it: none, postcode (country and postal code) or full (also street and city). Issuers use it for 3-D Secure.';

/** The terminal setting `asks_address`, for every adapter that sends the payer's address to its acquirer. */
export const asksAddress = z
  .enum(WANTED_ADDRESSES)
  .default('none')
  .meta({ description: DESCRIPTION });

/** The same for an adapter whose acquirer takes an address whole or not at all. */
export const asksWholeAddress = asksAddress.unwrap().exclude(['postcode']).default('none').meta({
  description:
    'Whether the page asks card payers for the address if the order lacks it: none or full. Issuers use it for 3-D Secure.',
});
