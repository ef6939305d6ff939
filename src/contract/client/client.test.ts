import { describe, expect, it } from 'vitest';

import { OrdersClient } from './client.ts';
import { valueIn } from './result.ts';
import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import { clientOf, json } from '../../../tests/support/process/recording-service.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const CARD_DATA = cardDataBody(ID, { card_number: '4242 4242 4242 4242' });
const ORDER = { id: ID, status: 'CREATED', currency: 'EUR', amount: 10.5 };
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
    expect(await client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'unexpected',
      effect: 'unknown',
      status: 200,
    });
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
    expect(await client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'unexpected',
      effect: 'unknown',
      status: 307,
    });
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
    expect(await clientOf(flood).client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'unexpected',
      effect: 'unknown',
    });
  });
});

describe('the effect of a request that failed', () => {
  it.each([400, 401, 404, 409, 422, 429])('is none after %i', async (status) => {
    const { client } = clientOf(json({}, { status }));
    expect(await client.getPayin(ID)).toMatchObject({ ok: false, effect: 'none' });
  });

  it.each([500, 502, 503, 504])('is unknown after %i', async (status) => {
    const { client } = clientOf(json({}, { status }));
    expect(await client.getPayin(ID)).toMatchObject({ ok: false, effect: 'unknown' });
  });
});

describe('refusals', () => {
  const problem = { type: 'https://docs/#409', title: 'Conflict', status: 409, detail: 'Paid.' };

  it('hands on the problem', async () => {
    const { client } = clientOf(json(problem, { status: 409 }));
    expect(await client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'refused',
      effect: 'none',
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
      effect: 'unknown',
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
      effect: 'none',
      status: 400,
    });
  });
});

describe('silence', () => {
  it('calls a broken connection unreachable and says nothing of the request', async () => {
    const { client } = clientOf(() => {
      throw new TypeError(`fetch failed for ${CARD_DATA.card_number}`);
    });
    expect(await client.submitCardData(CARD_DATA)).toEqual({
      ok: false,
      cause: 'unreachable',
      effect: 'unknown',
      url: 'http://orders.test',
    });
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
    expect(await client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'unreachable',
      effect: 'unknown',
      url: 'http://orders.test',
      code: 'TIMED_OUT',
    });
  });

  it('says by which error nothing answered, and where', async () => {
    const { client } = clientOf(() => {
      const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause: new AggregateError([refused]) });
    });
    const failure = await client.getPayin(ID);
    expect(() => valueIn(failure)).toThrow('No answer from http://orders.test: ECONNREFUSED');
  });

  it('repeats nothing by itself', async () => {
    const { client, sent } = clientOf(json({}, { status: 503 }));
    await client.getPayin(ID);
    expect(sent).toHaveLength(1);
  });
});

describe('the message of a failure', () => {
  const refusal = (members: object) =>
    clientOf(json({ title: 'Wrong', ...members }, { status: 400 })).client.getPayin(ID);

  it.each([
    [
      {
        errors: [
          { pointer: '/customer/phone', code: 'pattern', detail: 'must begin with +' },
          { parameter: 'size', code: 'required', detail: 'is required' },
        ],
      },
      'Wrong: customer.phone: must begin with +; size: is required',
    ],
    [{ errors: [{ pointer: '', code: 'type', detail: 'must be an object' }] }, 'the body: must be'],
    [
      {
        errors: Array.from({ length: 7 }, (_, index) => ({
          pointer: `/field_${index}`,
          code: 'required',
          detail: 'is required',
        })),
      },
      'field_4: is required; and 2 more',
    ],
    [{ detail: 'The order is final.' }, 'Wrong: The order is final.'],
    [{ title: '' }, 'Refused with status 400'],
  ])('names what is wrong, and at which field: %j', async (members, message) => {
    const failure = await refusal(members);
    expect(() => valueIn(failure)).toThrow(message);
  });

  it('says so where the answer is of something else', async () => {
    const failure = await clientOf(() => new Response('<html>')).client.getPayin(ID);
    expect(() => valueIn(failure)).toThrow('The answer is not from a Tollgate service: status 200');
  });
});

describe('a client', () => {
  const OPTIONS = { baseUrl: 'https://pay.example', apiKeyId: ID, apiSecret: 'x' };

  it.each([
    [{ baseUrl: '' }, 'baseUrl is empty'],
    [{ baseUrl: 'pay' }, 'baseUrl is not a URL: use one like https://pay.example'],
    [{ apiKeyId: '' }, 'apiKeyId is empty'],
    [{ apiSecret: '' }, 'apiSecret is empty'],
  ])('is not made with %j, and says why', (changes, message) => {
    expect(() => new OrdersClient({ ...OPTIONS, ...changes })).toThrow(message);
  });
});
