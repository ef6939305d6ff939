import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '#contract/client/client.ts';
import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date('2026-03-01T12:00:00.000Z'));
const running = serviceForTests({ now: clock.now });
/** The orders' ids in the order of creation, a minute apart. */
const ids: string[] = [];

beforeAll(async () => {
  const orders = [
    { method: 'card_eur', currency: 'EUR', amount: 30 },
    { method: 'card_usd', currency: 'USD', amount: 10 },
    { method: 'card_eur', currency: 'EUR', amount: 20 },
  ] as const;
  for (const order of orders) {
    ids.push((await createdPayin(running, order)).id);
    clock.advance(60_000);
  }
});

async function list(query: Query) {
  const result = await running.client.call(ENDPOINTS.listPayins, {
    query: { page: 1, size: 10, ...query },
  });
  if (!result.ok) throw new Error(result.problem?.title ?? result.cause);
  return result.value;
}

async function listedIds(query: Query) {
  return (await list(query)).content.map(({ id }) => id);
}

async function parametersRefused(endpoint: 'listPayins' | 'findPayins', query: Query) {
  const row: Endpoint = ENDPOINTS[endpoint];
  const result = await running.client.call(row, { query });
  if (result.ok || result.status !== 400) throw new Error('The query was not refused with 400');
  return result.problem?.errors?.map(({ parameter }) => parameter);
}

describe('payins by reference', () => {
  const find = (query: Query) => running.client.call(ENDPOINTS.findPayins, { query });

  it('are the one order with it', async () => {
    const order = await createdPayin(running, { reference_id: 'ref-1' });
    expect(await find({ reference_id: 'ref-1' })).toMatchObject({ ok: true, value: [order] });
    await running.client.submitCardData(
      cardDataBody(order.id, { card_number: '4000000000009979' }),
    );
  });

  it('are none for an unused reference', async () => {
    expect(await find({ reference_id: randomUUID() })).toMatchObject({ ok: true, value: [] });
    expect(await find({ reference_id: '' })).toMatchObject({ ok: true, value: [] });
  });

  it("are none if only another merchant's order has it", async () => {
    const { reference_id } = await createdPayin(running);
    const { other_merchant: other } = running.sandbox;
    const stranger = running.clientFor({
      apiKeyId: other.api_key_id,
      apiSecret: other.api_secret,
    });
    const result = await stranger.call(ENDPOINTS.findPayins, { query: { reference_id } });
    expect(result).toMatchObject({ ok: true, value: [] });
  });

  it.each([
    ['no reference', {}],
    ['two references', { reference_id: ['a', 'b'] }],
    ['256 characters', { reference_id: 'a'.repeat(256) }],
    ['a slash', { reference_id: 'a/b' }],
  ])('are refused with %s', async (_, query) => {
    expect(await parametersRefused('findPayins', query)).toEqual(['reference_id']);
  });
});

describe('the list of payins', () => {
  const until = { endDate: '2026-03-01T12:02:30Z' };

  it('shows the newest first by default', async () => {
    expect(await listedIds(until)).toEqual(ids.toReversed());
    expect(await listedIds({ ...until, sort: 'createDate,ASC' })).toEqual(ids);
  });

  it.each([
    ['sorted by createDate,asc', { sort: 'createDate,asc' }],
    ['with a fixed endDate', { endDate: '2026-03-01T12:02:30Z' }],
  ])('repeats and skips nothing while orders arrive, %s', async (_, query) => {
    const first = await listedIds({ ...query, page: 1, size: 2 });
    clock.advance(60_000);
    await createdPayin(running);
    const second = await listedIds({ ...query, page: 2, size: 2 });
    const early = [...first, ...second].filter((id) => ids.includes(id));
    expect(early.toSorted()).toEqual(ids.toSorted());
  });

  it('sorts by amount', async () => {
    const [thirty, ten, twenty] = ids;
    expect(await listedIds({ ...until, sort: 'amount,asc' })).toEqual([ten, twenty, thirty]);
    expect(await listedIds({ ...until, sort: 'amount,desc' })).toEqual([thirty, twenty, ten]);
  });

  it('sorted by amount refuses pages after 10,000 orders, however few there are', async () => {
    const deep = { page: 51, size: 200, sort: 'amount,asc' };
    const answer = await running.client.call(ENDPOINTS.listPayins, { query: deep });
    expect(answer).toMatchObject({
      status: 400,
      problem: { errors: [{ parameter: 'page', code: 'too_deep' }] },
    });
    expect(await list({ ...until, ...deep, page: 50 })).toMatchObject({ total_elements: 3 });
    expect(await list({ ...until, ...deep, sort: 'createDate,asc' })).toMatchObject({
      total_elements: 3,
    });
  });

  it('counts all matching orders, however many the page shows', async () => {
    expect(await list({ ...until, size: 2 })).toMatchObject({ total_elements: 3, total_pages: 2 });
    expect(await list({ ...until, size: 2, page: 2 })).toMatchObject({ content: [{ id: ids[0] }] });
    expect(await list({ ...until, size: 2, page: 3 })).toEqual({
      total_elements: 3,
      total_pages: 2,
      content: [],
    });
  });

  it('has no pages when nothing matches', async () => {
    const none = { total_elements: 0, total_pages: 0, content: [] };
    expect(await list({ groupId: randomUUID() })).toEqual(none);
    expect(await list({ currencies: 'KZT' })).toEqual(none);
  });

  it('includes the exact instants at both ends of a range', async () => {
    const [first, second, third] = ids;
    const exact = { startDate: '2026-03-01T12:01:00Z', endDate: '2026-03-01T14:02:00+02:00' };
    expect(await listedIds(exact)).toEqual([third, second]);
    const inside = { startDate: '2026-03-01T12:00:00.001Z', endDate: '2026-03-01T12:01:59.999Z' };
    expect(await listedIds(inside)).toEqual([second]);
    const point = { startDate: '2026-03-01T12:00:00Z', endDate: '2026-03-01T12:00:00Z' };
    expect(await listedIds(point)).toEqual([first]);
  });

  it('filters by statuses, currencies and group', async () => {
    expect(await listedIds({ ...until, currencies: 'USD' })).toEqual([ids[1]]);
    expect(await listedIds({ ...until, currencies: ['USD', 'EUR'] })).toHaveLength(3);
    expect(await listedIds({ ...until, statuses: ['CREATED', 'CLOSED'] })).toHaveLength(3);
    expect(await listedIds({ ...until, statuses: 'SUCCESS' })).toEqual([]);
    expect(await listedIds({ groupId: ids[2] })).toEqual([ids[2]]);
  });

  it('ignores unknown parameters', async () => {
    expect(await listedIds({ ...until, reference_id: 'x', size: 1 })).toHaveLength(1);
  });

  const page = { page: 1, size: 10 };
  it.each([
    ['page', { size: 10 }],
    ['size', { page: 1 }],
    ['size', { ...page, size: 0 }],
    ['size', { ...page, size: 201 }],
    ['size', { ...page, size: '1e2' }],
    ['page', { ...page, page: 0 }],
    ['page', { ...page, page: -1 }],
    ['page', { ...page, page: ['1', '2'] }],
    ['sort', { ...page, sort: 'id,asc' }],
    ['sort', { ...page, sort: 'createDate' }],
    ['sort', { ...page, sort: 'createDate,down' }],
    ['groupId', { ...page, groupId: 'no-uuid' }],
    ['groupId', { ...page, groupId: [randomUUID(), randomUUID()] }],
    ['startDate', { ...page, startDate: '2026-02-30T00:00:00Z' }],
    ['startDate', { ...page, startDate: '2026-03-01' }],
    ['startDate', { ...page, startDate: '2026-03-01T00:00:00' }],
    ['endDate', { ...page, endDate: ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'] }],
    ['startDate', { ...page, startDate: '2026-03-02T00:00:00Z', endDate: '2026-03-01T00:00:00Z' }],
    [
      'startUpdateDate',
      {
        ...page,
        startUpdateDate: '2026-03-01T00:00:01Z',
        endUpdateDate: '2026-03-01T01:00:00+01:00',
      },
    ],
    ['statuses', { ...page, statuses: ['SUCCESS', 'PAID'] }],
    ['currencies', { ...page, currencies: 'GBP' }],
  ])('refuses a bad %s and names it', async (parameter, query) => {
    expect(await parametersRefused('listPayins', query)).toEqual([parameter]);
  });

  it('names every bad parameter at once', async () => {
    const refused = await parametersRefused('listPayins', { page: 0, size: 201, sort: 'x' });
    expect(refused?.toSorted()).toEqual(['page', 'size', 'sort']);
  });
});
