import { Sensitive } from '#domain/card/sensitive.ts';
import { expect, it } from 'vitest';
import type { NewAttempt, CardDetails } from '../port.ts';
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

it('says all that is known of the payer', () => {
  expect(detailsOf(CUSTOMER)).toEqual({
    name: 'Анна Коваль',
    email: 'anna@shop.test',
    phone: '+380501234567',
    address: { country: 'UA', city: 'Berlin 2', line1: 'Main St 1', postal_code: '01001' },
  });
});

it("takes the cardholder's name where there is one", () => {
  expect(detailsOf(CUSTOMER, { firstName: 'Ada' }).name).toBe('Ada');
});

it('leaves out alone what Stripe would refuse', () => {
  const changes = { email: 'no address', phone: '1'.repeat(21), last_name: '' };
  expect(
    detailsOf({ ...CUSTOMER, ...changes, address: { country: 'Ukraine', city: 'Kyiv' } }),
  ).toEqual({
    name: 'Анна',
    address: { city: 'Kyiv' },
  });
});

it('says nothing of whom nothing is known', () => {
  expect(detailsOf({})).toEqual({});
});
