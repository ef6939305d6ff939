import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PayoutOrder } from '#contract/schemas/payout.ts';
import type { NewGateMethod } from '#service/platform/database/schema.ts';
import { changeMethod } from '../../support/database/seeds/methods.ts';
import { gateBalance, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const UNDER_LIMIT = {
  status: 'FAILED',
  resolution: 'SYSTEM_ERROR',
  resolution_code: 'AMOUNT_UNDER_LIMIT',
};
const kzt = { method: 'card_kzt', currency: 'KZT' } as const;

describe('a payin whose converted amount rounds to zero', () => {
  it.each([0.01, 1, 2.38])('is FAILED: %d KZT', async (amount) => {
    const order = await createdPayin(running, { ...kzt, amount });
    expect(order).toMatchObject({ ...UNDER_LIMIT, payment_method_amount: 0 });
  });

  it('is created if it rounds up to a cent', async () => {
    const order = await createdPayin(running, { ...kzt, amount: 2.39 });
    expect(order).toMatchObject({ status: 'CREATED', payment_method_amount: 0.01 });
  });

  it('can never be SUCCESS: the database refuses it', async () => {
    const { id } = await createdPayin(running, { ...kzt, amount: 0.01 });
    const success = running.db
      .updateTable('payins')
      .set({ status: 'SUCCESS' })
      .where('id', '=', id);
    await expect(success.execute()).rejects.toThrow(/payins_success_is_paid/);
  });
});

describe('the database', () => {
  it.each(['payins', 'payouts'] as const)('refuses a total below zero in %s', async (table) => {
    if (table === 'payins') await createdPayin(running);
    else await createdPayout(running, { amount: 5 });
    const lowered = sql`update ${sql.table(table)} set total_minor = -1`.execute(running.db);
    await expect(lowered).rejects.toThrow(/total_not_negative/);
  });

  it.each([
    { fee_percent: '-1' },
    { fee_fixed_minor: -1n },
    { fee_min_minor: -1n },
    { fee_max_minor: -1n },
    { max_part_amount_minor: 0n },
  ])('refuses a method with %o', async (settings) => {
    await expect(configure('payout_split_eur', settings)).rejects.toThrow(/gate_methods_/);
  });
});

async function configure(name: string, settings: Partial<NewGateMethod>): Promise<void> {
  await changeMethod(running, running.sandbox.methods[name] ?? '', settings);
}

describe('a payout whose fee is not below its amount', () => {
  it('is FAILED, and takes nothing', async () => {
    await configure('payout_card_eur', { fee_fixed_minor: 1_000n });
    const before = await gateBalance(running.client, 'EUR');
    for (const amount of [1, 10.1]) {
      expect(await createdPayout(running, { amount })).toMatchObject(UNDER_LIMIT);
    }
    expect(await gateBalance(running.client, 'EUR')).toEqual(before);
    expect(await createdPayout(running, { amount: 10.11 })).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('a split payout', () => {
  const split = { method: 'payout_split_eur', destination_account: 'DE89370400440532013000' };

  async function partsOf({ reference_id: reference = '' }: PayoutOrder): Promise<PayoutOrder[]> {
    const found = await running.client.findPayouts(reference);
    if (!found.ok) throw new Error(found.problem?.title ?? found.cause);
    return found.value;
  }

  const minor = (orders: PayoutOrder[], field: 'amount' | 'fee_total' | 'total') =>
    orders.map((order) => Math.round((order[field] ?? 0) * 100));

  it('costs the fee of the whole, divided among the parts, with the rounding in the last', async () => {
    await configure('payout_split_eur', {
      fee_percent: '0.1',
      fee_fixed_minor: 25n,
      fee_min_minor: 200n,
      fee_max_minor: 5_000n,
    });
    const parts = await partsOf(await createdPayout(running, { ...split, amount: 2500.5 }));
    expect(minor(parts, 'amount')).toEqual([100_000, 100_000, 50_050]);
    // The fee is 0.1 % of 2500.50 plus 0.25: 2.75.
    expect(minor(parts, 'fee_total')).toEqual([109, 109, 57]);
    expect(minor(parts, 'total')).toEqual([100_109, 100_109, 50_107]);
  });

  it("has no part below the method's minimum: the last two parts are levelled", async () => {
    await configure('payout_split_eur', { amount_min_minor: 10_000n, fee_percent: '0' });
    const parts = await partsOf(await createdPayout(running, { ...split, amount: 2000.01 }));
    expect(minor(parts, 'amount')).toEqual([100_000, 50_001, 50_000]);
  });

  it('is FAILED if no split meets the limits', async () => {
    await configure('payout_split_eur', { amount_min_minor: 60_000n });
    const order = await createdPayout(running, { ...split, amount: 1_100 });
    expect(order).toMatchObject({ ...UNDER_LIMIT, amount: 1_100 });
    expect(await partsOf(order)).toHaveLength(1);
  });
});
