import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { createdPayin } from '../../support/orders/orders.ts';
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

describe('the list of payins', () => {
  const until = { endDate: '2026-03-01T12:02:30Z' };

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

  it('includes the exact instants at both ends of a range', async () => {
    const [first, second, third] = ids;
    const exact = { startDate: '2026-03-01T12:01:00Z', endDate: '2026-03-01T14:02:00+02:00' };
    expect(await listedIds(exact)).toEqual([third, second]);
    const inside = { startDate: '2026-03-01T12:00:00.001Z', endDate: '2026-03-01T12:01:59.999Z' };
    expect(await listedIds(inside)).toEqual([second]);
    const point = { startDate: '2026-03-01T12:00:00Z', endDate: '2026-03-01T12:00:00Z' };
    expect(await listedIds(point)).toEqual([first]);
  });
});
