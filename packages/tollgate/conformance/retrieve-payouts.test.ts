import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send, type Answer } from './send.ts';
import { createPayin } from './orders.ts';
import { describeParameters, queryOf } from './parameters.ts';
import { createPayout, isFinal, PAYOUT_PATH, payoutWhen, readPayout } from './payouts.ts';
import { ACCOUNTS_ROW, LIST_ROWS, REFERENCE_ROW } from './retrieval-rows.ts';
import { pageOf, payoutOrder } from './shapes.ts';
import { sinceNow } from './since-now.ts';
import { openTarget, type Key } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

type Pairs = [name: string, value: string][];

function askList(query: Pairs, key?: Key) {
  return send(target, { path: `${PAYOUT_PATH}/list?${queryOf(query)}`, ...(key && { key }) });
}

function askReference(query: Pairs, key?: Key) {
  return send(target, { path: `${PAYOUT_PATH}?${queryOf(query)}`, ...(key && { key }) });
}

function pageIn(answer: Answer) {
  expect(answer).toMatchObject({ status: 200 });
  return pageOf(payoutOrder).parse(JSON.parse(answer.text));
}

function ordersIn(answer: Answer) {
  expect(answer).toMatchObject({ status: 200 });
  return z.array(payoutOrder).parse(JSON.parse(answer.text));
}

describe('the list of payouts', () => {
  describeParameters({
    rows: [...LIST_ROWS, ACCOUNTS_ROW],
    valid: { page: '1', size: '10' },
    ask: askList,
    expectAccepted: pageIn,
  });
});

describe('payouts by reference', () => {
  describeParameters({
    rows: [REFERENCE_ROW],
    valid: { reference_id: randomUUID() },
    ask: askReference,
    expectAccepted: ordersIn,
  });
});

/** The instant before the payouts of this file, which finds only those. */
const since = await sinceNow();
const card = await createPayout(target, { destination_account: '5555555555554444' });
const refused = await createPayout(target, { destination_account: '4000000000000002' });
const invalid = await createPayout(target, { destination_account: 'account-17' });
await payoutWhen(target, card.id, isFinal);
await payoutWhen(target, refused.id, isFinal);
await createPayin(target);

async function listed(...pairs: Pairs) {
  const valid: Pairs = [
    ['page', '1'],
    ['size', '100'],
    ['startDate', since],
  ];
  return pageIn(await askList([...valid, ...pairs])).content.map(({ id }) => id);
}

describe('a list of payouts', () => {
  it('shows only payouts, each as read by its id, newest first', async () => {
    expect(await listed()).toEqual([invalid.id, refused.id, card.id]);
    const answer = await askList([
      ['page', '1'],
      ['size', '1'],
      ['startDate', since],
      ['sort', 'createDate,asc'],
    ]);
    expect(pageIn(answer)).toEqual({
      total_elements: 3,
      total_pages: 3,
      content: [await readPayout(target, card.id)],
    });
  });

  it('is filtered by destination: the whole account in any spelling, or its masked form', async () => {
    expect(await listed(['accounts', '5555555555554444'])).toEqual([card.id]);
    expect(await listed(['accounts', '5555 5555 5555 4444'])).toEqual([card.id]);
    expect(await listed(['accounts', '555555******4444'])).toEqual([card.id]);
    expect(await listed(['accounts[]', 'account-17'])).toEqual([invalid.id]);
    expect(await listed(['accounts', 'account-17'])).toEqual([invalid.id]);
    expect(await listed(['accounts', 'account'])).toEqual([]);
    const either = await listed(['accounts', 'account-17'], ['accounts', '5555555555554444']);
    expect(either).toEqual([invalid.id, card.id]);
  });

  it('is filtered by status', async () => {
    expect(await listed(['statuses', 'SUCCESS'])).toEqual([card.id]);
    expect(await listed(['statuses', 'FAILED'])).toEqual([invalid.id, refused.id]);
    expect(await listed(['statuses', 'FAILED'], ['accounts', 'account-17'])).toEqual([invalid.id]);
  });

  it.skipIf(!target.otherKey)("shows nothing of another merchant's", async () => {
    const valid: Pairs = [
      ['page', '1'],
      ['size', '10'],
    ];
    const answer = await askList([...valid, ['startDate', since]], target.otherKey);
    expect(pageIn(answer)).toEqual({ total_elements: 0, total_pages: 0, content: [] });
  });
});

describe('payouts of one reference', () => {
  it('are the one order with it, and no payin', async () => {
    const order = await readPayout(target, card.id);
    expect(ordersIn(await askReference([['reference_id', card.reference_id]]))).toEqual([order]);
    const { reference_id: reference } = await createPayin(target);
    expect(ordersIn(await askReference([['reference_id', reference]]))).toEqual([]);
  });

  it('are all parts of a split payout, in one group, adding up to its amount', async () => {
    const first = await createPayout(target, {
      amount: 2_500.01,
      merchant_gate_method_id: target.method('payout_split_eur'),
      destination_account: 'somebody-0002',
    });
    const parts = ordersIn(await askReference([['reference_id', first.reference_id]]));
    expect(parts.length).toBe(3);
    expect(parts.map(({ id }) => id)).toContain(first.id);
    expect(new Set(parts.map(({ group_id: group }) => group))).toEqual(new Set([first.group_id]));
    expect(parts.every(({ amount }) => amount <= 1_000)).toBe(true);
    const cents = parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(250_001);
    expect((await listed(['groupId', first.group_id])).toSorted()).toEqual(
      parts.map(({ id }) => id).toSorted(),
    );
  });

  it.skipIf(!target.otherKey)("do not include another merchant's", async () => {
    const query: Pairs = [['reference_id', card.reference_id]];
    expect(ordersIn(await askReference(query, target.otherKey))).toEqual([]);
  });
});
