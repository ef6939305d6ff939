import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import {
  CARD_DATA_PATH,
  cardDataBody,
  PAYIN_PATH,
  payinBody,
  payinIn,
} from '../../../packages/tollgate/conformance/orders.ts';
import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { expectProblem } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf, type Key } from '../../../packages/tollgate/conformance/target.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
const target = targetOf(running);

describe("the page's key", () => {
  let pageKey: Key;
  let orderId: string;

  beforeAll(async () => {
    const { keyId, secret } = running.service.pageKey;
    pageKey = { id: keyId, secret };
    const created = await send(target, { path: PAYIN_PATH, body: payinBody(target) });
    orderId = payinIn(created).id;
  });

  /** All endpoints that the page's key may not call. */
  const FORBIDDEN = Object.entries<Endpoint>(ENDPOINTS).filter(
    ([, { scopes }]) => !scopes.includes('page'),
  );

  it("reaches only two endpoints of the orders API and the page's own", () => {
    const open = Object.values<Endpoint>(ENDPOINTS).filter(({ scopes }) => scopes.includes('page'));
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/orders/payin/card-data',
      'GET /api/v1/orders/payin/{id}',
      'GET /api/page/v1/checkouts/{id}',
      'POST /api/page/v1/checkouts/{id}/give-up-challenge',
      'POST /api/page/v1/checkouts/{id}/give-up-transfer',
      'POST /api/page/v1/checkouts/{id}/sent',
      'POST /api/page/v1/checkouts/{id}/complete-challenge',
      'POST /api/page/v1/checkouts/{id}/begin',
      'GET /api/page/v1/links/{id}',
      'POST /api/page/v1/links/{id}/pay',
    ]);
  });

  it.each(FORBIDDEN)('may not %s', async (_name, { method, path: template }) => {
    const path = template.replace('{id}', orderId);
    const body = method === 'POST' ? payinBody(target) : undefined;
    const answer = await send(target, { method, path, body, key: pageKey });
    expectProblem(answer, 403, 'ACCESS_DENIED');
  });

  it('is refused before its request is read', async () => {
    const answer = await send(target, { path: PAYIN_PATH, body: {}, key: pageKey });
    expectProblem(answer, 403, 'ACCESS_DENIED');
  });

  it("reads and pays any merchant's payin", async () => {
    const path = `${PAYIN_PATH}/${orderId}`;
    expect(payinIn(await send(target, { path, key: pageKey })).id).toBe(orderId);
    const body = cardDataBody(orderId);
    const answer = await send(target, { path: CARD_DATA_PATH, body, key: pageKey });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(payinIn(await send(target, { path, key: pageKey })).status).toBe('SUCCESS');
  });

  it("alone reaches the page's endpoints: a merchant's key is refused", async () => {
    const path = `/api/page/v1/checkouts/${orderId}`;
    expectProblem(await send(target, { path }), 403, 'ACCESS_DENIED');
    expect((await send(target, { path, key: pageKey })).status).toBe(200);
  });
});
