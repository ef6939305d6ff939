import { describe, expect, it } from 'vitest';
import { clientOf, json, type Sent } from '../../../tests/support/process/recording-service.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const ORDER = { id: ID, status: 'CREATED', currency: 'EUR', amount: 10.5 };
const BODY = {
  reference_id: 'order-1',
  currency: 'EUR',
  amount: 10.5,
  merchant_gate_method_id: ID,
  customer: {},
} as const;

/** Returns a client that repeats, and a service that gives these answers in turn, the last one forever. */
function clientBefore(...answers: (() => Response)[]) {
  const pausesMs: number[] = [];
  let asked = 0;
  const { client, sent } = clientOf(() => (answers[asked++] ?? answers.at(-1))!(), {
    repeats: 2,
    pause: async (ms) => void pausesMs.push(ms),
  });
  return { client, sent, pausesMs };
}

const unavailable = json({}, { status: 503, headers: { 'Retry-After': '2' } });

function broken(): never {
  throw new TypeError('fetch failed');
}

function bytesOf({ method, url, headers, body }: Sent) {
  return [method, url.href, Object.fromEntries(headers), Buffer.from(body).toString()];
}

describe('a client that repeats', () => {
  it.each([
    ['503', unavailable],
    ['500', json({}, { status: 500 })],
    ['429', json({}, { status: 429, headers: { 'Retry-After': '1' } })],
    ['a broken connection', broken],
  ])('sends the same request again after %s, byte for byte', async (_, first) => {
    const { client, sent } = clientBefore(first, json(ORDER));
    expect(await client.createPayin(BODY)).toMatchObject({ ok: true, value: ORDER });
    expect(sent).toHaveLength(2);
    expect(bytesOf(sent[1]!)).toEqual(bytesOf(sent[0]!));
  });

  it('waits as long as the server asks, and else longer each time', async () => {
    const { client, pausesMs } = clientBefore(unavailable);
    await client.getPayin(ID);
    expect(pausesMs).toEqual([2_000, 2_000]);
    const other = clientBefore(broken);
    await other.client.getPayin(ID);
    expect(other.pausesMs[0]).toBeLessThanOrEqual(500);
    expect(other.pausesMs[1]).toBeLessThanOrEqual(1_000);
  });

  it('gives up after its limit of repeats, with the last answer', async () => {
    const { client, sent } = clientBefore(broken, broken, unavailable);
    const answer = { ok: false, status: 503, effect: 'unknown' };
    expect(await client.getPayin(ID)).toMatchObject(answer);
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['a refusal', json({ title: 'no' }, { status: 400 })],
    ['a redirect', () => new Response(null, { status: 307 })],
    [
      'a service that says to come back much later',
      json({}, { status: 429, headers: { 'Retry-After': '3600' } }),
    ],
  ])('does not repeat after %s', async (_, answer) => {
    const { client, sent } = clientBefore(answer);
    await client.createPayin(BODY);
    expect(sent).toHaveLength(1);
  });
});

describe('iterating a list', () => {
  const page = (ids: number[], total: number) =>
    json({
      total_elements: total,
      total_pages: Math.ceil(total / 2),
      content: ids.map((id) => ({ ...ORDER, id: String(id) })),
    });

  it('requests page after page, the oldest first, until the last one', async () => {
    const { client, sent } = clientBefore(page([1, 2], 3), page([3], 3));
    const seen: string[] = [];
    for await (const { id } of client.eachPayin({ size: 2, statuses: ['CREATED'] })) seen.push(id);
    expect(seen).toEqual(['1', '2', '3']);
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?sort=createDate%2Casc&size=2&statuses=CREATED&page=1',
      '?sort=createDate%2Casc&size=2&statuses=CREATED&page=2',
    ]);
  });

  it('throws an error that contains the failure', async () => {
    const { client } = clientBefore(json({ title: 'no' }, { status: 400 }));
    const gone = async () => {
      for await (const order of client.eachPayout({})) expect(order).toBeDefined();
    };
    await expect(gone()).rejects.toMatchObject({
      name: 'RequestFailed',
      failure: { status: 400, effect: 'none' },
    });
  });
});
