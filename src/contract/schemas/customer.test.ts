import { describe, expect, it } from 'vitest';

import { mergeCustomer } from './customer.ts';

describe('mergeCustomer', () => {
  const known = {
    first_name: 'Ada',
    email: 'ada@shop.example',
    address: { country: 'GB', city: 'London' },
  };

  it.each([
    ['keeps what is not given', {}, known],
    ['replaces what is', { email: 'a@b.example' }, { ...known, email: 'a@b.example' }],
    [
      'replaces members of the address one by one',
      { address: { city: 'Bath', street: 'High Street' } },
      { ...known, address: { country: 'GB', city: 'Bath', street: 'High Street' } },
    ],
    ['takes nothing away for what is empty', { first_name: '', address: { city: '' } }, known],
  ])('%s', (_, given, merged) => {
    expect(mergeCustomer(known, given)).toEqual(merged);
  });

  it('keeps given values if nothing was known', () => {
    const given = { phone: '+4930123456', address: { street: '' } };
    expect(mergeCustomer({}, given)).toEqual(given);
    expect(mergeCustomer({ address: { city: 'Bath' } }, given)).toEqual({
      ...given,
      address: { city: 'Bath', street: '' },
    });
  });
});
