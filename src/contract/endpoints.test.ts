import { describe, expect, it } from 'vitest';

import { ENDPOINTS, type Endpoint } from './endpoints.ts';

const rows: [string, Endpoint][] = Object.entries(ENDPOINTS);

/** The summary table of the specification's endpoints, in its order. */
const SPECIFIED = [
  ['createPayin', 'POST', '/api/v1/orders/payin', 'object'],
  ['submitCardData', 'POST', '/api/v1/orders/payin/card-data', 'none'],
  ['createPayout', 'POST', '/api/v1/orders/payout', 'object'],
  ['getPayin', 'GET', '/api/v1/orders/payin/{id}', 'object'],
  ['findPayins', 'GET', '/api/v1/orders/payin', 'array'],
  ['listPayins', 'GET', '/api/v1/orders/payin/list', 'page'],
  ['getPayout', 'GET', '/api/v1/orders/payout/{id}', 'object'],
  ['findPayouts', 'GET', '/api/v1/orders/payout', 'array'],
  ['listPayouts', 'GET', '/api/v1/orders/payout/list', 'page'],
  ['getBalances', 'GET', '/api/v1/balances', 'array'],
];

describe('the endpoint table', () => {
  const specified = rows.filter(([, { path }]) => path.startsWith('/api/v1/'));

  it.each(specified)('has %s as specified', (name, row) => {
    expect(SPECIFIED).toContainEqual([name, row.method, row.path, row.responseKind]);
  });

  it('opens two endpoints to the page, to read and to pay a payin, besides its own eight', () => {
    const open = rows.filter(([, { scopes }]) => scopes.includes('page')).map(([name]) => name);
    const own = [
      'getCheckout',
      'giveUpChallenge',
      'giveUpTransfer',
      'completeChallenge',
      'beginTransfer',
      'reportSent',
      'getLinkView',
      'payLink',
    ];
    expect(open.toSorted()).toEqual([...own, 'getPayin', 'submitCardData'].toSorted());
  });

  it.each(specified)('%s has a body exactly when it is a POST', (_, { method, request }) => {
    expect(request !== undefined).toBe(method === 'POST');
  });

  it.each(rows)('%s reads the parameters of its path', (_, { path, params }) => {
    expect(params !== undefined).toBe(path.includes('{'));
  });
});
