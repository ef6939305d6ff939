import { expect, it } from 'vitest';
import { suggestEndpoint } from './suggest-path.ts';

const PAYIN = '/api/v1/orders/payin';
const ID = '7d1f7e0c-5a3c-4b55-8f0e-1f2d3c4b5a69';

it.each([
  ['POST', `${PAYIN}/`, `POST ${PAYIN}`],
  ['GET', `${PAYIN}/${ID}/`, `GET ${PAYIN}/{id}`],
  ['POST', `/api${PAYIN}`, `POST ${PAYIN}`],
  ['POST', '/api/v1/orders/payins', `POST ${PAYIN}`],
  ['POST', '/api/v1/payin', `POST ${PAYIN}`],
  ['POST', '/v1/orders/payout', 'POST /api/v1/orders/payout'],
  ['GET', '/api/v1/balance', 'GET /api/v1/balances'],
  ['GET', '/api/v1/Balances', 'GET /api/v1/balances'],
  ['POST', '/api/v1/orders/payin/card_data', `POST ${PAYIN}/card-data`],
  ['POST', '/api/v1/refunds', 'POST /api/merchant/v1/refunds'],
  ['GET', `/api/v1/disputes/${ID}`, 'GET /api/merchant/v1/disputes/{id}'],
  ['PUT', `/api/v1/payins/${ID}/cancel`, 'POST /api/merchant/v1/payins/{id}/cancel'],
])('%s %s was meant for %s', (method, path, endpoint) => {
  expect(suggestEndpoint(method, path)).toBe(endpoint);
});

it.each([
  ['', 'no path'],
  ['/', 'no part'],
  ['/api/v1', 'no endpoint'],
  ['/api/v1/orders', 'no endpoint'],
  ['/api/v1/subscriptions', 'another interface'],
  [`/${'payin/'.repeat(11)}`, 'too many parts'],
  ['/api/page/v1/checkout/4242424242424242', "the page's own interface"],
])('%s was meant for none: %s', (path) => {
  expect(suggestEndpoint('GET', path)).toBeUndefined();
});
