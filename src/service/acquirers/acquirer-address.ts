import type { Customer } from '#contract/schemas/customer.ts';
import { isGiven } from '#domain/customer/wanted-data.ts';

/** The lengths of EMV 3-D Secure, in characters. A longer postal code is none. */
const LINE_LENGTH = 50;
const POST_CODE_LENGTH = 16;

/**
 * Returns a customer's address as it goes to acquirers: without placeholders, and with street and city cut to the
 * lengths of EMV 3-D Secure. Orders keep it as it was given.
 */
export function acquirerAddress({
  country,
  city,
  street,
  post_code: postCode,
}: Customer['address'] = {}): NonNullable<Customer['address']> {
  const hasPostCode = isGiven(postCode) && Array.from(postCode.trim()).length <= POST_CODE_LENGTH;
  return {
    ...(isGiven(country) && { country }),
    ...(isGiven(city) && { city: cut(city) }),
    ...(isGiven(street) && { street: cut(street) }),
    ...(hasPostCode && { post_code: postCode.trim() }),
  };
}

/** Returns a customer with the address that goes to acquirers. */
export function acquirerCustomer(customer: Customer): Customer {
  return customer.address === undefined
    ? customer
    : { ...customer, address: acquirerAddress(customer.address) };
}

/** Cuts between characters: two UTF-16 units may be one of them. */
function cut(text: string): string {
  return Array.from(text.trim()).slice(0, LINE_LENGTH).join('').trim();
}
