import { describe, expect, it } from 'vitest';

import { createKeyring, sealingKey } from '../platform/keyring.ts';
import { differingFields, eraseRequest } from './duplicate.ts';

const keyring = createKeyring({
  keys: [sealingKey(Buffer.alloc(32, 1))],
  fingerprintKey: Buffer.alloc(32, 2),
});

function differing(...requests: [one: object, other: object]) {
  return differingFields(keyring, { ...requests[0] }, { ...requests[1] });
}

describe('differingFields', () => {
  it.each([
    ['an empty text', { comment: '' }, {}],
    ['an empty object', { return_urls: {} }, {}],
    ['an object of empty texts', { payment_method_data: { payment_url: '' } }, {}],
    [
      'nothing within something',
      { customer: { email: 'a@b.example', first_name: '', address: { city: '' } } },
      { customer: { email: 'a@b.example' } },
    ],
    ['nothing within nothing', { customer: { address: {} } }, { customer: {} }],
  ])('treats %s as missing', (_, one, other) => {
    expect(differing(one, other)).toEqual([]);
    expect(differing(other, one)).toEqual([]);
  });

  it('names what differs, in order', () => {
    const recorded = { amount: '10.00', comment: 'a', customer: { address: { city: 'Bath' } } };
    const repeated = { amount: '11.00', customer: { address: { city: 'London' } }, comment: '' };
    expect(differing(recorded, repeated)).toEqual(['amount', 'comment', 'customer']);
  });
});

describe('an erased request', () => {
  const recorded = {
    reference_id: '0d9f4c9e-6d0a-4b52-8a3c-0c8a5c3a3c11',
    amount: '10.00',
    comment: 'For Ada',
    customer: { email: 'ada@shop.example', address: { city: 'Bath', country: 'GB' } },
    payment_method_data: {},
  };
  const erased = eraseRequest(keyring, recorded);

  it('keeps what identifies a request whose reference is empty', () => {
    expect(eraseRequest(keyring, { ...recorded, signed_request: 'ab' })).toMatchObject({
      signed_request: 'ab',
    });
  });

  it('contains no customer data, and does not change when it is erased again', () => {
    expect(JSON.stringify(erased)).not.toMatch(/ada|bath/i);
    expect(eraseRequest(keyring, erased)).toEqual(erased);
  });

  it('matches the original request, in any order of members', () => {
    const { customer, ...rest } = recorded;
    const address = { country: 'GB', city: 'Bath' };
    const repeated = { customer: { address, email: customer.email, phone: '' }, ...rest };
    expect(differing(erased, repeated)).toEqual([]);
  });

  it.each([
    ['another amount', { amount: '11.00' }, ['amount']],
    ['another city', { customer: { ...recorded.customer, address: {} } }, ['customer']],
    ['no comment', { comment: undefined }, ['comment']],
    ['what was not said', { callback_url: 'https://shop.example/' }, ['callback_url']],
  ])('differs from one with %s', (_what, change, fields) => {
    expect(differing(erased, { ...recorded, ...change })).toEqual(fields);
  });
});
