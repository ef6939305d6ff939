import { expect, test } from 'vitest';

import { isOwnRequest } from './same-origin.ts';

const OWN = 'http://pay.example';

function request(headers: Record<string, string>, routeId = '/pay/[id=uuid]', method = 'POST') {
  return {
    request: new Request(`${OWN}/pay/1`, { method, headers }),
    url: new URL(`${OWN}/pay/1`),
    route: { id: routeId },
  };
}

test.each([
  ['our own form', { origin: OWN }],
  ['our own form under no-referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['our own form under no-referrer, on plain http', { origin: 'null' }],
  ['a program', {}],
])('accepts %s', (_name, headers) => {
  expect(isOwnRequest(request(headers))).toBe(true);
});

test.each([
  ['another site', { origin: 'http://evil.example' }],
  ['another site that hides', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { origin: OWN, 'sec-fetch-site': 'same-site' }],
])('refuses a form from %s', (_name, headers) => {
  expect(isOwnRequest(request(headers))).toBe(false);
});

test('accepts a shopper who returns from another site, on the status route only', () => {
  const headers = { origin: 'http://bank.example', 'sec-fetch-site': 'cross-site' };
  expect(isOwnRequest(request(headers, '/pay/[id=uuid]/status'))).toBe(true);
  expect(isOwnRequest(request(headers, '/(sandbox)/shop'))).toBe(false);
});

test('accepts every GET request', () => {
  const headers = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(isOwnRequest(request(headers, '/pay/[id=uuid]', 'GET'))).toBe(true);
});
