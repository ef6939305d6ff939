import { describe, expect, it } from 'vitest';

import { requestVectors } from '../../tests/support/vectors/signatures.ts';
import type { CardDataBody } from './card-data.ts';
import { OrdersClient, type OrdersClientOptions } from './client.ts';
import { ENDPOINTS } from './endpoints.ts';
import { DEFAULT_PROFILE, verifyRequest } from './signature.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const SECRET = 'tg_test_secret';
const NOW_MS = 1_767_225_600_999;
const ORDER = { id: ID, status: 'CREATED', currency: 'EUR', amount: 10.5 };
const CARD_DATA: CardDataBody = {
  order_id: ID,
  card_number: '4242 4242 4242 4242',
  cvv: '737',
  exp_month: '12',
  exp_year: '40',
  customer: {},
  browser_info: {
    color_depth: '24',
    java_enabled: false,
    screen_height: '900',
    screen_width: '1440',
    timezone: '-60',
    device_channel: '02',
    window_height: '800',
    window_width: '1200',
  },
};

interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array;
}

/** A service that answers everything alike and keeps what it was sent. */
function recorder(answer: () => Response) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = new Uint8Array(await request.arrayBuffer());
    const { method, headers } = request;
    sent.push({ url: new URL(request.url), method, headers, body });
    return answer();
  };
  return { sent, fetch };
}

const json =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init);

function clientOf(answer: () => Response, options: Partial<OrdersClientOptions> = {}) {
  const { sent, fetch } = recorder(answer);
  const client = new OrdersClient({
    baseUrl: 'http://orders.test',
    apiKeyId: ID,
    apiSecret: SECRET,
    fetch,
    now: () => NOW_MS,
    ...options,
  });
  return { client, sent };
}

function isSigned({ url, method, headers, body }: Sent): boolean {
  const timestamp = headers.get('X-Timestamp') ?? '';
  const parts = { method, path: url.pathname, timestamp, body };
  return verifyRequest(DEFAULT_PROFILE, SECRET, parts, headers.get('X-Signature') ?? '');
}

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

  it('signs the bytes it sends, non-ASCII ones too', async () => {
    const { client, sent } = clientOf(() => new Response());
    await client.submitCardData({ ...CARD_DATA, first_name: 'Zoë', last_name: '王' });
    expect(sent.map(isSigned)).toEqual([true]);
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

  it('sends the headers that the interface asks for', async () => {
    const { client, sent } = clientOf(json(ORDER));
    await client.getPayin(ID);
    expect(sent[0]?.headers.get('Accept')).toBe('application/json');
    expect(sent[0]?.headers.get('X-Api-Key-Id')).toBe(ID);
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

  it('repeats a parameter that has several values and leaves out one that has none', async () => {
    const { client, sent } = clientOf(json(ORDER));
    const query = { page: 1, statuses: ['FAILED', 'CLOSED'], sort: undefined };
    await client.send({ method: 'GET', path: '/list', query });
    expect(sent[0]?.url.search).toBe('?page=1&statuses=FAILED&statuses=CLOSED');
  });
});

describe('answers', () => {
  it('gives the order, and whether it existed already', async () => {
    const fresh = clientOf(json(ORDER)).client;
    expect(await fresh.getPayin(ID)).toEqual({
      ok: true,
      status: 200,
      value: ORDER,
      replayed: false,
    });
    const replayed = clientOf(json(ORDER, { headers: { 'Idempotent-Replayed': 'true' } })).client;
    expect(await replayed.getPayin(ID)).toMatchObject({ replayed: true });
  });

  it('passes over what another deployment adds, and takes null as omitted', async () => {
    const foreign = { ...ORDER, gate: { x: 1 }, rrn: null, customer: { email: null, vip: true } };
    const { client } = clientOf(json(foreign));
    expect(await client.getPayin(ID)).toMatchObject({
      ok: true,
      value: { ...ORDER, customer: {} },
    });
  });

  it.each([
    ['an amount in text', { ...ORDER, amount: '10.50' }],
    ['an unknown status', { ...ORDER, status: 'PAID' }],
    ['no id', { ...ORDER, id: undefined }],
    ['a list where an order belongs', [ORDER]],
    ['nothing', null],
  ])('calls %s unexpected', async (_, body) => {
    const { client } = clientOf(json(body));
    expect(await client.getPayin(ID)).toEqual({ ok: false, cause: 'unexpected', status: 200 });
  });

  it('needs no body, and minds none, where the interface has none', async () => {
    for (const answer of [() => new Response(null), json({ status: 'ok' })]) {
      const { client } = clientOf(answer);
      expect(await client.submitCardData(CARD_DATA)).toMatchObject({ ok: true, value: undefined });
    }
  });

  it('follows no redirect', async () => {
    const moved = () => new Response(null, { status: 307, headers: { Location: 'http://evil/' } });
    const { client, sent } = clientOf(moved);
    expect(await client.getPayin(ID)).toEqual({ ok: false, cause: 'unexpected', status: 307 });
    expect(sent).toHaveLength(1);
  });

  it('gives up on an answer without end', async () => {
    const flood = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            controller.enqueue(new Uint8Array(1024 * 1024));
          },
        }),
      );
    expect(await clientOf(flood).client.getPayin(ID)).toEqual({ ok: false, cause: 'unexpected' });
  });
});

describe('refusals', () => {
  const problem = { type: 'https://docs/#409', title: 'Conflict', status: 409, detail: 'Paid.' };

  it('hands on the problem', async () => {
    const { client } = clientOf(json(problem, { status: 409 }));
    expect(await client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'refused',
      status: 409,
      problem,
    });
  });

  it.each([
    ['no body', () => new Response(null, { status: 502 })],
    ['a page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('does without a problem where there is %s', async (_, answer) => {
    expect(await clientOf(answer).client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'refused',
      status: 502,
    });
  });

  it('takes another deployment’s form of a problem for what it is', async () => {
    const foreign = { detail: 'No', errors: { amount: ['bad'] }, resolution_code: 'WRONG' };
    const { client } = clientOf(json(foreign, { status: 400 }));
    expect(await client.getPayin(ID)).toMatchObject({
      problem: { type: 'about:blank', status: 400, detail: 'No' },
    });
  });

  it.each([
    ['120', 120],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
    ['Thu, 01 Jan 2025 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('reads Retry-After: %s', async (value, seconds) => {
    const { client } = clientOf(json({}, { status: 503, headers: { 'Retry-After': value } }));
    const result = await client.getPayin(ID);
    expect(result).toMatchObject({ ok: false, cause: 'refused', status: 503 });
    expect('retryAfterSeconds' in result ? result.retryAfterSeconds : undefined).toBe(seconds);
  });

  it('withholds a problem that repeats the card number', async () => {
    const echo = { title: 'Bad card 4242-4242-4242-4242', status: 400 };
    const { client } = clientOf(json(echo, { status: 400 }));
    expect(await client.submitCardData(CARD_DATA)).toEqual({
      ok: false,
      cause: 'refused',
      status: 400,
    });
  });
});

describe('silence', () => {
  it('calls a broken connection unreachable and says nothing of the request', async () => {
    const { client } = clientOf(() => {
      throw new TypeError(`fetch failed for ${CARD_DATA.card_number}`);
    });
    expect(await client.submitCardData(CARD_DATA)).toEqual({ ok: false, cause: 'unreachable' });
  });

  it('waits no longer than its timeout, for the body either', async () => {
    const fetch: typeof globalThis.fetch = async (_, init) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            init?.signal?.addEventListener('abort', () => {
              controller.error(init.signal?.reason);
            });
          },
        }),
      );
    const { client } = clientOf(() => new Response(), { fetch, timeoutMs: 20 });
    expect(await client.getPayin(ID)).toEqual({ ok: false, cause: 'unreachable' });
  });

  it('repeats nothing by itself', async () => {
    const { client, sent } = clientOf(json({}, { status: 503 }));
    await client.getPayin(ID);
    expect(sent).toHaveLength(1);
  });
});
