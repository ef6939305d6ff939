import { expect, it } from 'vitest';

import { TOOLS } from '../../../../tests/service/acquirers/conformance/rig.ts';
import { orderFor } from './authorize.ts';
import { credentials, settings } from './settings.ts';

const PAYMENT = {
  id: 'attempt-1',
  amountMinor: 1_250n,
  currency: 'EUR',
  customer: {},
  returnUrl: 'http://pay.test/pay/return',
  description: 'Two books',
} as const;

const terminalWith = (given: object) => ({
  settings: settings.parse({ base_url: 'http://acquirer.test', ...given }),
  credentials: credentials.parse({ api_key_id: 'id', api_secret: 's', webhook_secret: 's' }),
  tools: TOOLS,
});

it("cuts the customer's street as 3-D Secure does, and leaves out placeholders", () => {
  const address = { country: 'DE', street: 'A'.repeat(60), post_code: 'N/A' };
  const order = orderFor(terminalWith({}), { ...PAYMENT, customer: { address } }, 'method-1');
  expect(order.customer.address).toEqual({ country: 'DE', street: 'A'.repeat(50) });
});

it.each([
  ['by default', {}, undefined],
  ['with its setting', { sends_description: true }, 'Two books'],
])('an order at the acquirer has the description of the purchase only %s', (_, given, expected) => {
  expect(orderFor(terminalWith(given), PAYMENT, 'method-1').description).toBe(expected);
});
