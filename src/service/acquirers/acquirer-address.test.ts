import { expect, it } from 'vitest';
import { acquirerAddress, acquirerCustomer } from './acquirer-address.ts';

it('cuts street and city at 50 characters, and between them', () => {
  const { street, city } = acquirerAddress({ street: '𝒜'.repeat(60), city: 'é'.repeat(51) });
  expect(street).toBe('𝒜'.repeat(50));
  expect(city).toBe('é'.repeat(50));
});

it('leaves out placeholders, and what is no postal code', () => {
  const address = { country: 'ZZ', street: 'N/A', city: ' n/a ', post_code: '1'.repeat(17) };
  expect(acquirerAddress(address)).toEqual({});
});

it('keeps everything else', () => {
  const customer = {
    email: 'ada@shop.test',
    address: { country: 'NA', street: 'Zzyzx Road 1', city: 'Windhoek', post_code: '10005' },
  };
  expect(acquirerCustomer(customer)).toEqual(customer);
  expect(acquirerCustomer({})).toEqual({});
});
