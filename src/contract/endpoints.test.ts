import { describe, expect, it } from 'vitest';

import { ENDPOINTS, type Endpoint } from './endpoints.ts';

const rows: [string, Endpoint][] = Object.entries(ENDPOINTS);

/** The summary table of the specification's Endpoints, in its order. */
const SPECIFIED = [
  ['createPayin', 'POST', '/api/v1/orders/payin', 'object'],
  ['submitCardData', 'POST', '/api/v1/orders/payin/card-data', 'none'],
  ['getPayin', 'GET', '/api/v1/orders/payin/{id}', 'object'],
];

describe('the endpoint table', () => {
  it('has its rows as the specification has them', () => {
    const table = rows.map(([name, row]) => [name, row.method, row.path, row.responseKind]);
    expect(table.toSorted()).toEqual(SPECIFIED.toSorted());
  });

  it('opens two endpoints to the page: reading a payin, and paying it', () => {
    const open = rows.filter(([, { scopes }]) => scopes.includes('page')).map(([name]) => name);
    expect(open.toSorted()).toEqual(['getPayin', 'submitCardData']);
  });

  it.each(rows)('%s has a body exactly when it is a POST', (_, { method, request }) => {
    expect(request !== undefined).toBe(method === 'POST');
  });

  it.each(rows)('%s reads the parameters of its path', (_, { path, params }) => {
    expect(params !== undefined).toBe(path.includes('{'));
  });
});
