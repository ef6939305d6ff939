import { WANTED_ADDRESSES } from '#domain/customer/wanted-address.ts';
import { z } from 'zod';

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
