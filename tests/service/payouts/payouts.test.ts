import { selectGroup } from '#service/payouts/store.ts';
import { describe, expect, it } from 'vitest';
import {
  gateBalance,
  createdPayout,
  payoutBody,
  payoutWhen,
  untilKnown,
} from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });

/** Reads a group from the database. */
function group(id = '') {
  return selectGroup(running.context.db, id);
}

function eur() {
  return gateBalance(running.client, 'EUR');
}

describe('a payout that the acquirer pays', () => {
  it('debits amount and fee from the available balance, and shows no other fields', async () => {
    const before = await eur();
    const order = await createdPayout(running, { amount: 100, comment: 'march' });
    expect(order).toEqual({
      id: order.id,
      group_id: order.id,
      reference_id: order.reference_id,
      status: 'SUCCESS',
      resolution: 'OK',
      payment_source: 'CARD',
      currency: 'EUR',
      amount: 100,
      destination_account: '424242******4242',
      fee_percent: 1,
      fee_fixed: 0.25,
      fee_total: 1.25,
      total: 101.25,
      customer: {},
      create_date: order.create_date,
      update_date: order.update_date,
      comment: 'march',
    });
    expect(await eur()).toMatchObject({
      available_balance: Number((before.available_balance - 101.25).toFixed(2)),
      hold_balance: before.hold_balance,
    });
    expect(await running.client.getPayout(order.id)).toMatchObject({ ok: true, value: order });
  });
});

describe('a payout that the acquirer has not completed', () => {
  it('is pending with its total in reserve, and ends when the acquirer reports', async () => {
    const before = await eur();
    // Pending for four seconds; the first status inquiry comes after five.
    const { id, status } = await createdPayout(running, { amount: 102.04 });
    expect(status).toBe('PROCESS_PENDING');
    expect(await eur()).toMatchObject({
      hold_balance: Number((before.hold_balance + 103.31).toFixed(2)),
      total_balance: before.total_balance,
    });
    clock.advance(5_000);
    const order = await payoutWhen(running, id, 'SUCCESS');
    expect(order.status).toBe('SUCCESS');
    expect(await eur()).toMatchObject({ hold_balance: before.hold_balance });
  });
});

describe('a reference', () => {
  it('creates one payout for repeated requests, and reserves once', async () => {
    const before = await eur();
    const body = payoutBody(running, { amount: 10 });
    const results = await Promise.all(
      Array.from({ length: 100 }, () => untilKnown(() => running.client.createPayout(body))),
    );
    const ids = new Set(results.map((result) => (result.ok ? result.value.id : result.cause)));
    expect(ids.size).toBe(1);
    // None if, on a busy machine, the answer of the creating request was lost.
    const made = results.filter((result) => result.ok && !result.replayed);
    expect(made.length).toBeLessThanOrEqual(1);
    const [id = ''] = ids;
    await payoutWhen(running, id, 'SUCCESS');
    const spent = before.available_balance - (await eur()).available_balance;
    expect(spent).toBeCloseTo(10.35, 2);
  });
});

describe('a payout above the part limit', () => {
  const split = { method: 'payout_split_eur', destination_account: 'DE89370400440532013000' };

  it('becomes a group answered by its first order, reserved and paid together', async () => {
    const before = await eur();
    const first = await createdPayout(running, { ...split, amount: 2500.5 });
    expect(first).toMatchObject({ amount: 1000, total: 1000, group_id: first.id });
    const parts = await group(first.group_id);
    expect(parts.map(({ amount_minor }) => amount_minor)).toEqual([100_000n, 100_000n, 50_050n]);
    expect(new Set(parts.map(({ reference_id }) => reference_id))).toEqual(
      new Set([first.reference_id]),
    );
    const spent = before.available_balance - (await eur()).available_balance;
    expect(spent).toBeCloseTo(2500.5, 2);
  });

  it('fails as a group if the available balance covers only part of it', async () => {
    const before = await eur();
    const first = await createdPayout(running, { ...split, amount: 20_000 });
    expect(first).toMatchObject({ status: 'FAILED', resolution_code: 'BALANCE_INSUFFICIENT' });
    const parts = await group(first.group_id);
    expect(parts).toHaveLength(20);
    expect(parts.every(({ status }) => status === 'FAILED')).toBe(true);
    expect(await eur()).toEqual(before);
  });
});
