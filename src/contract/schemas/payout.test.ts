import { describe, expect, it } from 'vitest';

import { NumberText } from '../json/number-text.ts';
import { completePayoutOrder, createPayoutRequest } from './payout.ts';
import { validate } from '../violations.ts';

const REQUEST = {
  reference_id: 'p-1',
  currency: 'EUR',
  amount: new NumberText('10.5'),
  destination_account: '4242424242424242',
  merchant_gate_method_id: '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11',
  customer: { first_name: 'Ann' },
};

function broken(changes: object) {
  const result = validate(createPayoutRequest, { ...REQUEST, ...changes });
  return result.ok ? [] : result.violations.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('createPayoutRequest', () => {
  it.each([
    {},
    { destination_account: '' },
    { destination_account: '王'.repeat(255) },
    { comment: 'Any text.\nOn two lines.' },
    { payment_method_data: { payment_url: 'https://shop.example/' } },
  ])('accepts %j', (changes) => {
    expect(broken(changes)).toEqual([]);
  });

  it.each([
    [{ destination_account: undefined }, '/destination_account required'],
    [{ destination_account: 42 }, '/destination_account type'],
    [{ destination_account: 'a'.repeat(256) }, '/destination_account length'],
    [{ comment: 'a'.repeat(256) }, '/comment length'],
    [{ comment: 'a\0' }, '/comment pattern'],
    [{ customer: { first_name: 'Дмитрий' } }, '/customer/first_name pattern'],
    [{ callback_url: 'https://shop.example/' }, '/callback_url unknown_field'],
    [{ return_urls: {} }, '/return_urls unknown_field'],
  ])('refuses %j', (changes, violation) => {
    expect(broken(changes)).toEqual([violation]);
  });
});

it('a payout order has no payin-only fields', () => {
  const payinsAlone = [
    'seq_id',
    'payment_method_currency',
    'payment_method_amount',
    'conversion_rate',
    'hold_amount',
    'settlement_period',
    'rolling_percent',
    'rolling_amount',
    'merchant_gate_method_id',
    'merchant_id',
    'card_number',
    'pay_url',
    'return_url',
    'rrn',
  ];
  expect(Object.keys(completePayoutOrder.shape).filter((key) => payinsAlone.includes(key))).toEqual(
    [],
  );
});
