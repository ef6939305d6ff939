import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PayoutOrder } from '#contract/schemas/payout.ts';
import { createdPayout, PAID_CARD, REFUSED_CARD } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
let paid: PayoutOrder;
let refused: PayoutOrder;
let split: PayoutOrder;

beforeAll(async () => {
  paid = await createdPayout(running, { amount: 20, destination_account: PAID_CARD });
  refused = await createdPayout(running, { amount: 30, destination_account: REFUSED_CARD });
  split = await createdPayout(running, {
    method: 'payout_split_eur',
    amount: 2_500,
    destination_account: 'IBAN of somebody',
  });
});

function idsOf(orders: readonly { id: string }[]) {
  return orders.map(({ id }) => id).toSorted();
}

async function list(parameters: Partial<Parameters<typeof running.client.listPayouts>[0]>) {
  const result = await running.client.listPayouts({ page: 1, size: 10, ...parameters });
  if (!result.ok) throw new Error(result.problem?.title ?? result.cause);
  return result.value;
}

async function find(referenceId = '') {
  const result = await running.client.findPayouts(referenceId);
  if (!result.ok) throw new Error(result.problem?.title ?? result.cause);
  return result.value;
}

describe('payouts by reference', () => {
  it('are all parts of a split payout, the first part first', async () => {
    const parts = await find(split.reference_id);
    expect(parts.map(({ amount }) => amount)).toEqual([1_000, 1_000, 500]);
    expect(parts[0]?.id).toBe(split.id);
    expect(new Set(parts.map(({ group_id: group }) => group))).toEqual(new Set([split.group_id]));
  });

  it('are none for an unused reference', async () => {
    expect(await find(randomUUID())).toEqual([]);
  });

  it('are refused without a reference', async () => {
    const answer = await running.client.send({ method: 'GET', path: '/api/v1/orders/payout' });
    expect(answer).toMatchObject({ ok: true, status: 400 });
  });
});

describe('the list of payouts', () => {
  it('shows each as a single payout is shown, and counts them', async () => {
    const all = await list({});
    expect(all.total_elements).toBe(5);
    expect(all.content.find(({ id }) => id === paid.id)).toMatchObject({
      destination_account: '424242******4242',
      amount: 20,
    });
  });

  it('finds a group by its id', async () => {
    const group = await list({ groupId: split.group_id ?? '' });
    expect(idsOf(group.content)).toEqual(idsOf(await find(split.reference_id)));
    expect(idsOf((await list({ groupId: paid.id })).content)).toEqual([paid.id]);
  });

  it('finds payouts by full destination account, which it never shows', async () => {
    expect(idsOf((await list({ accounts: [PAID_CARD] })).content)).toEqual([paid.id]);
    const two = await list({ accounts: [PAID_CARD, REFUSED_CARD], sort: 'amount,desc' });
    expect(two.content.map(({ id }) => id)).toEqual([refused.id, paid.id]);
    expect(two).toMatchObject({ total_elements: 2, total_pages: 1 });
    expect(idsOf((await list({ accounts: ['424242******4242'] })).content)).toEqual([paid.id]);
    const both = await list({ accounts: [PAID_CARD], groupId: split.group_id ?? '' });
    expect(both).toEqual({ total_elements: 0, total_pages: 0, content: [] });
  });

  it('filters and sorts like the list of payins', async () => {
    expect(idsOf((await list({ statuses: ['FAILED'] })).content)).toEqual([refused.id]);
    const byAmount = await list({ sort: 'amount,asc', currencies: ['EUR'], size: 2 });
    expect(byAmount.content.map(({ amount }) => amount)).toEqual([20, 30]);
    expect(byAmount).toMatchObject({ total_elements: 5, total_pages: 3 });
  });
});
