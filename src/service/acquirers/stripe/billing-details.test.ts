import { Sensitive } from '#domain/card/sensitive.ts';
import { expect, it } from 'vitest';
import type { CardDetails } from '#contract/schemas/card-data.ts';
import type { NewAttempt } from '../port.ts';
import { billingDetails } from './billing-details.ts';

function detailsOf(customer: object, card: Partial<CardDetails> = {}) {
  return billingDetails({ card: new Sensitive(card), customer } as unknown as NewAttempt);
}

const CUSTOMER = {
  first_name: 'Анна',
  last_name: 'Коваль',
  email: 'anna@shop.test',
  phone: '+380501234567',
  address: { country: 'UA', city: 'Berlin 2', street: 'Main St 1', post_code: '01001' },
};

it('sends all known details of the payer', () => {
  expect(detailsOf(CUSTOMER)).toEqual({
    name: 'Анна Коваль',
    email: 'anna@shop.test',
    phone: '+380501234567',
    address: { country: 'UA', city: 'Berlin 2', line1: 'Main St 1', postal_code: '01001' },
  });
});

it("prefers the cardholder's name", () => {
  expect(detailsOf(CUSTOMER, { firstName: 'Ada' }).name).toBe('Ada');
});

it('leaves out only the details that Stripe would refuse', () => {
  const changes = { email: 'no address', phone: '1'.repeat(21), last_name: '' };
  expect(
    detailsOf({ ...CUSTOMER, ...changes, address: { country: 'Ukraine', city: 'Kyiv' } }),
  ).toEqual({
    name: 'Анна',
    address: { city: 'Kyiv' },
  });
});

it('cuts street and city as 3-D Secure does, and leaves out placeholders', () => {
  const address = { city: 'N/A', street: 'A'.repeat(60), post_code: 'ZZ' };
  expect(detailsOf({ address })).toEqual({ address: { line1: 'A'.repeat(50) } });
});

it('sends no details if none are known', () => {
  expect(detailsOf({})).toEqual({});
});
