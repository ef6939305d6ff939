import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { send, type Answer } from './send.ts';
import { createPayin, PAYIN_PATH, payWith } from './orders.ts';
import { describeParameters, queryOf } from './parameters.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import { LIST_ROWS } from './retrieval-rows.ts';
import { pageOf, payinOrder } from './shapes.ts';
import { sinceNow } from './since-now.ts';
import { openTarget, type Key } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

const page = pageOf(payinOrder);
type Pairs = [name: string, value: string][];

function ask(query: Pairs, key?: Key) {
  return send(target, { path: `${PAYIN_PATH}/list?${queryOf(query)}`, ...(key && { key }) });
}

function pageIn(answer: Answer) {
  expect(answer).toMatchObject({ status: 200 });
  return page.parse(JSON.parse(answer.text));
}

/** The orders of this file only, found by their time of creation. */
const since = await sinceNow();
const made = [
  await createPayin(target, { amount: 30 }),
  await createPayin(target, { amount: 10, customer: { first_name: 'Anna' } }),
  await createPayin(target, { amount: 5_000.01 }),
  await createPayin(target, {
    amount: 20,
    currency: 'USD',
    merchant_gate_method_id: target.method('card_usd'),
  }),
];
const [thirty, ten, tooMuch, dollars] = made;
const paid = thirty && (await payWith(target, thirty.id, '4242424242424242'));

const mine: Pairs = [['startDate', since]];

async function list(...pairs: Pairs) {
  return pageIn(await ask([['page', '1'], ['size', '100'], ...mine, ...pairs]));
}

async function listed(...pairs: Pairs) {
  return (await list(...pairs)).content.map(({ id }) => id);
}

describeParameters({
  rows: LIST_ROWS,
  valid: { page: '1', size: '10' },
  ask,
  expectAccepted: pageIn,
});

describe('a list of payins', () => {
  it('shows each order as read by its id, newest first', async () => {
    const { content, total_elements: total, total_pages: pages } = await list();
    expect(content).toEqual([dollars, tooMuch, ten, paid]);
    expect({ total, pages }).toEqual({ total: 4, pages: 1 });
  });

  it('is read page by page, and ends with an empty one', async () => {
    const pages = await Promise.all(
      ['1', '2', '3', '50'].map(async (number) =>
        pageIn(await ask([['page', number], ['size', '3'], ...mine])),
      ),
    );
    expect(pages.map(({ content }) => content.length)).toEqual([3, 1, 0, 0]);
    for (const { total_elements, total_pages } of pages) {
      expect({ total_elements, total_pages }).toEqual({ total_elements: 4, total_pages: 2 });
    }
    const ids = pages.flatMap(({ content }) => content.map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
  });

  it.each([
    ['createDate,asc', [0, 1, 2, 3]],
    ['createDate,DESC', [3, 2, 1, 0]],
    ['amount,asc', [1, 3, 0, 2]],
    ['amount,desc', [2, 0, 3, 1]],
    ['updateDate,desc', [0, 3, 2, 1]],
  ])('is sorted by %s', async (sort, order) => {
    expect(await listed(['sort', sort])).toEqual(order.map((index) => made[index]?.id));
  });

  it('is filtered by any of several statuses', async () => {
    expect(await listed(['statuses', 'SUCCESS'])).toEqual([thirty?.id]);
    expect(await listed(['statuses', 'SUCCESS'], ['statuses', 'FAILED'])).toEqual([
      tooMuch?.id,
      thirty?.id,
    ]);
    expect(await listed(['statuses', 'CLOSED'])).toEqual([]);
  });

  it('is filtered by any of several currencies', async () => {
    expect(await listed(['currencies', 'USD'])).toEqual([dollars?.id]);
    expect(await listed(['currencies', 'USD'], ['currencies', 'EUR'])).toHaveLength(4);
    expect(await listed(['currencies', 'KZT'])).toEqual([]);
  });

  it('accepts repeated parameters with brackets', async () => {
    expect(await listed(['statuses[]', 'SUCCESS'], ['statuses[]', 'FAILED'])).toHaveLength(2);
    expect(await listed(['currencies[]', 'USD'])).toEqual([dollars?.id]);
    expect(await listed(['statuses[0]', 'SUCCESS'], ['statuses[1]', 'FAILED'])).toHaveLength(2);
    expect(await listed(['currencies[0]', 'USD'])).toEqual([dollars?.id]);
  });

  it('finds an order by its displayed second as start and end', async () => {
    const found = async (start: string, end: string, seconds = 0) => {
      const bound = new Date(seconds * 1_000).toISOString().replace('.000', '');
      const range: Pairs = [
        [start, bound],
        [end, bound],
      ];
      const { content } = pageIn(await ask([['page', '1'], ['size', '200'], ...range]));
      return content.map(({ id }) => id);
    };
    expect(await found('startDate', 'endDate', paid?.create_date)).toContain(paid?.id);
    expect(await found('startUpdateDate', 'endUpdateDate', paid?.update_date)).toContain(paid?.id);
  });

  it('refuses accounts, which payins do not have', async () => {
    const answer = await ask([
      ['page', '1'],
      ['size', '10'],
      ['accounts', 'a'],
    ]);
    expect(violationsIn(expectInvalid(answer))).toEqual(['accounts unsupported']);
  });

  it('is filtered by a group, which is one order here', async () => {
    expect(await listed(['groupId', ten?.group_id ?? ''])).toEqual([ten?.id]);
    expect(await listed(['groupId', (ten?.group_id ?? '').toUpperCase()])).toEqual([ten?.id]);
    expect(await listed(['groupId', randomUUID()])).toEqual([]);
  });

  it('combines all filters', async () => {
    const filters: Pairs = [
      ['statuses', 'CREATED'],
      ['currencies', 'EUR'],
      ['groupId', ten?.id ?? ''],
      ['startUpdateDate', since],
      ['endDate', new Date(Date.now() + 60_000).toISOString()],
    ];
    expect(await listed(...filters)).toEqual([ten?.id]);
  });

  it('is empty for another range', async () => {
    const { content, ...totals } = await list(['startUpdateDate', '2100-01-01T00:00:00Z']);
    expect(content).toEqual([]);
    expect(totals).toEqual({ total_elements: 0, total_pages: 0 });
  });

  it('has no filter by id or reference, and ignores unknown parameters', async () => {
    const pairs: Pairs = [
      ['id', ten?.id ?? ''],
      ['reference_id', ten?.reference_id ?? ''],
      ['unknown', 'x'],
    ];
    expect(await listed(...pairs)).toHaveLength(4);
  });

  it.each([
    ['startDate', 'endDate'],
    ['startUpdateDate', 'endUpdateDate'],
  ])('refuses a range whose %s is after its %s', async (start, end) => {
    const range: Pairs = [
      [start, '2026-03-02T00:00:00Z'],
      [end, '2026-03-01T23:59:59Z'],
    ];
    const answer = await ask([['page', '1'], ['size', '10'], ...range]);
    expect(violationsIn(expectInvalid(answer))).toEqual([`${start} range`]);
    const empty: Pairs = [
      [start, '2026-03-01T00:00:00Z'],
      [end, '2026-03-01T01:00:00+01:00'],
    ];
    pageIn(await ask([['page', '1'], ['size', '10'], ...empty]));
  });

  it('is answered with all violations of its query at once', async () => {
    const answer = await ask([
      ['size', '201'],
      ['sort', 'id,asc'],
      ['statuses', 'DONE'],
      ['startDate', 'yesterday'],
    ]);
    const parameters = violationsIn(expectInvalid(answer)).map((text) => text.split(' ')[0]);
    expect(parameters.toSorted()).toEqual(['page', 'size', 'sort', 'startDate', 'statuses']);
  });

  it.skipIf(!target.otherKey)("shows nothing of another merchant's", async () => {
    const answer = await ask([['page', '1'], ['size', '10'], ...mine], target.otherKey);
    expect(pageIn(answer)).toEqual({ total_elements: 0, total_pages: 0, content: [] });
  });
});
