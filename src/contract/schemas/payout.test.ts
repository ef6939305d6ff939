import { expect, it } from 'vitest';

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

it.each(['callback_url', 'return_urls'])('createPayoutRequest refuses %s', (field) => {
  expect(broken({ [field]: {} })).toEqual([`/${field} unknown_field`]);
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
