import { describe, expect, it } from 'vitest';

import { differingFields } from './duplicate.ts';

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
  ])('takes %s for what is missing', (_, one, other) => {
    expect(differingFields(one, other)).toEqual([]);
    expect(differingFields(other, one)).toEqual([]);
  });

  it('names what differs, in order', () => {
    const recorded = { amount: '10.00', comment: 'a', customer: { address: { city: 'Bath' } } };
    const repeated = { amount: '11.00', customer: { address: { city: 'London' } }, comment: '' };
    expect(differingFields(recorded, repeated)).toEqual(['amount', 'comment', 'customer']);
  });
});
