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

it.each([
  ['by default', {}, undefined],
  ['with its setting', { sends_description: true }, 'Two books'],
])('an order at the acquirer has the description of the purchase only %s', (_, given, expected) => {
  const terminal = {
    settings: settings.parse({ base_url: 'http://acquirer.test', ...given }),
    credentials: credentials.parse({ api_key_id: 'id', api_secret: 's', webhook_secret: 's' }),
    tools: TOOLS,
  };
  expect(orderFor(terminal, PAYMENT, 'method-1').description).toBe(expected);
});
