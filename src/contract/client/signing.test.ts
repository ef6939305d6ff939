import { describe, expect, it } from 'vitest';

import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import {
  API_KEY_ID,
  clientOf,
  json,
  SECRET,
  type Sent,
} from '../../../tests/support/process/recording-service.ts';
import { requestVectors } from '../../../tests/support/vectors/signatures.ts';
import type { OrdersClient, Result } from './client.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { DEFAULT_PROFILE, verifyRequest } from '../signature/signature.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const CARD_DATA = cardDataBody(ID, { card_number: '4242 4242 4242 4242' });
const ORDER = { id: ID, status: 'CREATED', currency: 'EUR', amount: 10.5 };
describe('signing', () => {
  it.each(requestVectors)('sends the golden vector: $name', async (vector) => {
    const { client, sent } = clientOf(json(ORDER), {
      apiSecret: vector.secret,
      now: () => Number(vector.timestamp) * 1000,
    });
    const body = vector.body === '' ? undefined : new TextEncoder().encode(vector.body);
    const { method, path } = vector;
    await client.send({ method, path, query: { page: 1 }, body });
    expect(sent[0]?.headers.get('X-Signature')).toBe(vector.signature);
    expect(sent[0]?.headers.get('X-Timestamp')).toBe(vector.timestamp);
    expect(new TextDecoder().decode(sent[0]?.body)).toBe(vector.body);
  });

  it('signs the sent bytes, including non-ASCII ones', async () => {
    const { client, sent } = clientOf(() => new Response());
    await client.submitCardData({ ...CARD_DATA, first_name: 'Zoë', last_name: '王' });
    expect(sent.map(isSigned)).toEqual([true]);
  });

  it('resends card data with the same signed bytes, however late', async () => {
    let nowMs = 1_767_225_600_000;
    const silent = () => {
      throw new TypeError('no answer');
    };
    const { client, sent } = clientOf(silent, { now: () => nowMs });
    const card = client.signCardData(CARD_DATA);
    for (let time = 0; time < 3; time += 1) {
      expect(await card.send()).toMatchObject({ ok: false, effect: 'unknown' });
      nowMs += 60_000;
    }
    const [first, ...repeats] = sent;
    expect(repeats).toEqual([first, first]);
    expect(sent.map(isSigned)).toEqual([true, true, true]);
  });

  it.each(['http://orders.test/pay/gate', 'http://orders.test/pay/gate/'])(
    'signs the public path below the prefix of %s',
    async (baseUrl) => {
      const { client, sent } = clientOf(json(ORDER), { baseUrl });
      await client.getPayin(ID);
      expect(sent[0]?.url.pathname).toBe(`/pay/gate/api/v1/orders/payin/${ID}`);
      expect(sent.map(isSigned)).toEqual([true]);
    },
  );

  it('sends the headers that the API requires', async () => {
    const { client, sent } = clientOf(json(ORDER));
    await client.getPayin(ID);
    expect(sent[0]?.headers.get('Accept')).toBe('application/json');
    expect(sent[0]?.headers.get('X-Api-Key-Id')).toBe(API_KEY_ID);
    expect(sent[0]?.headers.get('X-Timestamp')).toBe('1767225600');
    expect(sent[0]?.headers.has('Content-Type')).toBe(false);
    await client.submitCardData(CARD_DATA);
    expect(sent[1]?.headers.get('Content-Type')).toBe('application/json');
  });

  it('encodes a parameter so that it stays one segment of the path', async () => {
    const { client, sent } = clientOf(json(ORDER));
    await client.call(ENDPOINTS.getPayin, { params: { id: 'a/../b?c#d' } });
    expect(sent[0]?.url.pathname).toBe('/api/v1/orders/payin/a%2F..%2Fb%3Fc%23d');
  });

  it('repeats a parameter with several values and omits one without any', async () => {
    const { client, sent } = clientOf(json(ORDER));
    const query = { page: 1, statuses: ['FAILED', 'CLOSED'], sort: undefined };
    await client.send({ method: 'GET', path: '/list', query });
    expect(sent[0]?.url.search).toBe('?page=1&statuses=FAILED&statuses=CLOSED');
  });
});

describe('endpoints', () => {
  const CREATE = {
    reference_id: 'r',
    currency: 'EUR',
    amount: 10.5,
    merchant_gate_method_id: ID,
    customer: {},
  } as const;

  it.each<[string, (client: OrdersClient) => Promise<Result<unknown>>, unknown]>([
    ['POST /api/v1/orders/payin', (client) => client.createPayin(CREATE), ORDER],
    [`GET /api/v1/orders/payin/${ID}`, (client) => client.getPayin(ID), ORDER],
    ['GET /api/v1/orders/payin?reference_id=r%3D1', (client) => client.findPayins('r=1'), [ORDER]],
    ['GET /api/v1/orders/payin?reference_id=', (client) => client.findPayins(''), []],
    [
      'GET /api/v1/orders/payin/list?page=1&size=20&statuses=FAILED&statuses=CLOSED',
      (client) => client.listPayins({ page: 1, size: 20, statuses: ['FAILED', 'CLOSED'] }),
      { total_elements: 1, total_pages: 1, content: [ORDER] },
    ],
  ])('%s', async (request, call, answer) => {
    const { client, sent } = clientOf(json(answer));
    expect(await call(client)).toMatchObject({ ok: true, value: answer });
    expect(sent.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
      request,
    ]);
    expect(sent.map(isSigned)).toEqual([true]);
  });

  it('writes amounts as JSON numbers', async () => {
    const { client, sent } = clientOf(json(ORDER));
    await client.createPayin(CREATE);
    expect(new TextDecoder().decode(sent[0]?.body)).toContain('"amount":10.5,');
  });
});

/** Tells whether the service would accept the signature. */
function isSigned({ url, method, headers, body }: Sent): boolean {
  const timestamp = headers.get('X-Timestamp') ?? '';
  const parts = { method, path: url.pathname, timestamp, body };
  return verifyRequest(DEFAULT_PROFILE, SECRET, parts, headers.get('X-Signature') ?? '');
}
