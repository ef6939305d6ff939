import { describe, expect, it } from 'vitest';

import { cardDataRequest } from './schemas/card-data.ts';
import { createLinkRequest } from './schemas/link.ts';
import { createPayinRequest } from './schemas/payin.ts';
import { createPayoutRequest } from './schemas/payout.ts';
import { createRefundRequest } from './schemas/refund.ts';
import { explainUnknownField } from './unknown-field.ts';

describe('an unknown field of a payin', () => {
  it.each([
    ['refrence_id', [], 'reference_id'],
    ['ReferenceId', [], 'reference_id'],
    ['ammount', [], 'amount'],
    ['email', [], 'customer.email'],
    ['firstname', ['customer'], 'customer.first_name'],
    ['zip', ['customer', 'address'], 'customer.address.post_code'],
    ['success_url', [], 'return_urls.success'],
    ['return_url', [], 'return_urls'],
    ['cancel_url', [], 'return_urls.pending'],
    ['cancel', ['return_urls'], 'return_urls.pending'],
    ['webhook_url', [], 'callback_url'],
    ['orderId', [], 'reference_id'],
    ['payment_method', [], 'merchant_gate_method_id'],
  ])('%s in %j is explained with %s', (name, parents, field) => {
    expect(explainUnknownField(createPayinRequest, parents, name)).toBe(
      `Is not a field of this request; did you mean ${field}?`,
    );
  });

  it.each([
    ['metadata', 'keep your own data with your reference_id.'],
    ['capture', 'a payment is captured at once, so leave it out.'],
  ])('%s says that there is none', (name, hint) => {
    expect(explainUnknownField(createPayinRequest, [], name)).toBe(
      `Is not a field of this request; ${hint}`,
    );
  });

  it.each(['x', 'colour', 'constructor'])('%s resembles none', (name) => {
    expect(explainUnknownField(createPayinRequest, [], name)).toBe(
      'Is not a field of this request.',
    );
  });
});

it.each([
  ['a refund', createRefundRequest, 'order_id', 'did you mean payin_id?'],
  [
    'a refund',
    createRefundRequest,
    'currency',
    'the payment method or the payin has it, so leave it out.',
  ],
  ['a link', createLinkRequest, 'reference_id', 'did you mean reference_prefix?'],
  ['a link', createLinkRequest, 'order_id', 'did you mean reference_prefix?'],
  ['a payout', createPayoutRequest, 'iban', 'did you mean destination_account?'],
  [
    'a payout',
    createPayoutRequest,
    'callback_url',
    'only payins and links have one, so leave it out.',
  ],
])("%s explains another request's field", (_, schema, name, hint) => {
  expect(explainUnknownField(schema, [], name)).toBe(`Is not a field of this request; ${hint}`);
});

it('suggests only fields of the same request', () => {
  expect(explainUnknownField(createPayoutRequest, [], 'success_url')).toBe(
    'Is not a field of this request.',
  );
  expect(explainUnknownField(cardDataRequest, ['browser_info'], 'colorDepth')).toBe(
    'Is not a field of this request; did you mean browser_info.color_depth?',
  );
});
