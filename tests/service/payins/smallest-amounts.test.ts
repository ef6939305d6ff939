import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
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
