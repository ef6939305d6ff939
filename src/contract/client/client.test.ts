import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { OrdersClient } from './client.ts';
import { valueIn } from './result.ts';
import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import { clientOf, json } from '../../../tests/support/process/recording-service.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const CARD_DATA = cardDataBody(ID, { card_number: '4242 4242 4242 4242' });
const ORDER = { id: ID, status: 'CREATED', currency: 'EUR', amount: 10.5 };
describe('answers', () => {
  it('return the order, and whether it existed already', async () => {
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

  it('may have additional members, and null counts as omitted', async () => {
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
  ])('with %s are unexpected', async (_, body) => {
    const { client } = clientOf(json(body));
    expect(await client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'unexpected',
      effect: 'unknown',
      status: 200,
    });
  });

  it('may have any body or none if the API defines none', async () => {
    for (const answer of [() => new Response(null), json({ status: 'ok' })]) {
      const { client } = clientOf(answer);
      expect(await client.submitCardData(CARD_DATA)).toMatchObject({ ok: true, value: undefined });
    }
  });

  it('that redirect are not followed', async () => {
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

  it('without an end are aborted', async () => {
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

describe('the effect of a failed request', () => {
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

  it('pass on the problem', async () => {
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
  ])('have no problem if there is %s', async (_, answer) => {
    expect(await clientOf(answer).client.getPayin(ID)).toEqual({
      ok: false,
      cause: 'refused',
      effect: 'unknown',
      status: 502,
    });
  });

  it("may have another deployment's form of a problem", async () => {
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
  ])('have their Retry-After read: %s', async (value, seconds) => {
    const { client } = clientOf(json({}, { status: 503, headers: { 'Retry-After': value } }));
    const result = await client.getPayin(ID);
    expect(result).toMatchObject({ ok: false, cause: 'refused', status: 503 });
    expect('retryAfterSeconds' in result ? result.retryAfterSeconds : undefined).toBe(seconds);
  });

  it('withhold a problem that repeats the card number', async () => {
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

describe('a request without an answer', () => {
  it('is unreachable for a broken connection, without data of the request', async () => {
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

  it('ends after its timeout, even while the body is awaited', async () => {
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

  it('names the error and the address', async () => {
    const { client } = clientOf(() => {
      const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause: new AggregateError([refused]) });
    });
    const failure = await client.getPayin(ID);
    expect(() => valueIn(failure)).toThrow('No answer from http://orders.test: ECONNREFUSED');
  });

  it('is not repeated by default', async () => {
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
  ])('names the errors and their fields: %j', async (members, message) => {
    const failure = await refusal(members);
    expect(() => valueIn(failure)).toThrow(message);
  });

  it('tells if the answer is not from the service', async () => {
    const failure = await clientOf(() => new Response('<html>')).client.getPayin(ID);
    expect(() => valueIn(failure)).toThrow('The answer is not from a Tollgate service: status 200');
  });
});

describe('a client', () => {
  const OPTIONS = { baseUrl: 'https://pay.example', apiKeyId: ID, apiSecret: 'x' };

  it.each([
    [{ baseUrl: '' }, 'baseUrl is empty'],
    [{ baseUrl: 'pay' }, 'baseUrl is not a URL: use one like https://pay.example'],
    [{ baseUrl: 'https://pay.example/api/v1/' }, 'baseUrl is the address before /api/v1'],
    [{ apiKeyId: '' }, 'apiKeyId is empty'],
    [{ apiSecret: '' }, 'apiSecret is empty'],
  ])('cannot be created with %j, and the error says why', (changes, message) => {
    expect(() => new OrdersClient({ ...OPTIONS, ...changes })).toThrow(message);
  });

  it('does not send a request without the id that it needs', async () => {
    const request = clientOf(() => new Response('{}')).client.cancelPayin('');
    await expect(request).rejects.toThrow(/^id is empty/);
  });

  it('has no method that the README of its package leaves out', async () => {
    const readme = await readFile('packages/tollgate/README.md', 'utf8');
    const methods = Object.getOwnPropertyNames(OrdersClient.prototype);
    const missing = methods.filter(
      (name) => name !== 'constructor' && !readme.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });
});
