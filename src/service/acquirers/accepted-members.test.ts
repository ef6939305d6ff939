import { cardDataCustomer, createCustomer } from '#contract/schemas/customer.ts';
import { expect, it } from 'vitest';
import { acceptedMembers } from './accepted-members.ts';

const CUSTOMER = {
  first_name: 'Анна',
  email: 'anna@shop.test',
  phone: '+380501234567',
  address: { country: 'UA', city: 'Berlin 2', street: 'Main St 1', post_code: '01001' },
};

it('leaves out only the members that do not fit the schema', () => {
  const { city: _city, ...address } = CUSTOMER.address;
  expect(acceptedMembers(cardDataCustomer, CUSTOMER)).toEqual({ ...CUSTOMER, address });
  const { first_name: _name, ...latin } = CUSTOMER;
  expect(acceptedMembers(createCustomer, latin)).toMatchObject({ email: CUSTOMER.email });
  expect(acceptedMembers(createCustomer, CUSTOMER).first_name).toBeUndefined();
});

it.each([
  undefined,
  null,
  'a text',
  [],
  { address: 'a street' },
  { email: 7, address: { city: [] } },
])('returns an empty object for %o', (given) => {
  expect(acceptedMembers(createCustomer, given)).toEqual({});
});
