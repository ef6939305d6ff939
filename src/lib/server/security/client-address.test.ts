import { expect, test } from 'vitest';

import { describeClient } from './client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9', 'reserved'],
  ['8.8.8.8', '8.8.8.8', 'unicast'],
  ['10.1.2.3', '10.1.2.3', 'private'],
  ['127.0.0.1', '127.0.0.1', 'loopback'],
  ['2a00:1450:4001:81b::200e', '2a00:1450:4001:81b::/64', 'unicast'],
  ['2a00:1450:4001:81b:ffff::1', '2a00:1450:4001:81b::/64', 'unicast'],
  ['fd00::1', 'fd00::/64', 'uniqueLocal'],
  ['unknown', 'unknown', 'unknown'],
  ['', 'unknown', 'unknown'],
])('counts %s as %s', (text, network, addressClass) => {
  expect(describeClient(text)).toEqual({ network, addressClass });
});
