import { releaseRetentions } from '#service/reconciliation/sweeps.ts';
import { describe, expect, it } from 'vitest';
import { acquireBy, silence } from '../../support/acquirers/acquirer-doubles.ts';
import {
  createdRefund,
  FIRST_INQUIRY_MS,
  gateOfItsOwn,
  refundWhen,
} from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });

/** Adds an empty gate, whose payins of 100.00 put 90.00 in hold and 10.00 in the rolling reserve. */
async function holdingGate(settings: object = {}) {
  const held = { settlement_period_days: 2, rolling_percent: '10' };
  const gate = await gateOfItsOwn(running, { ...held, ...settings });
  const account = async () => {
    const { available_minor: available, hold_minor: hold, ...rest } = await gate.account();
    const { rolling_minor: rolling, refund_reserve_minor: reserved } = rest;
    return { available, hold, rolling, reserved };
  };
  return { ...gate, account };
}

/** Makes a payin's hold due, then runs the release. */
async function releaseHold(payinId: string): Promise<void> {
  await running.db
    .updateTable('retentions')
    .set({ due_at: new Date(0) })
    .where('payin_id', '=', payinId)
    .where('bucket', '=', 'hold')
    .execute();
  await releaseRetentions(running.context);
}

describe('the source of a refund', () => {
  it("is the payin's own hold, then its rolling reserve, if nothing is available", async () => {
    const { pay, account } = await holdingGate();
    const { id } = await pay();
    await createdRefund(running, id, { amount: 95 });
    expect(await account()).toEqual({ available: 0n, hold: 0n, rolling: 500n, reserved: 0n });
  });

  it("is never another payin's hold", async () => {
    const { pay, account } = await holdingGate({ refund_fixed_fee_minor: 1n });
    await pay();
    const { id } = await pay();
    expect(await createdRefund(running, id)).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'BALANCE_INSUFFICIENT',
    });
    expect(await account()).toEqual({
      ...{ available: 0n, hold: 18_000n, rolling: 2_000n, reserved: 0n },
    });
    expect(await createdRefund(running, id, { amount: 99.99 })).toMatchObject({
      status: 'SUCCESS',
    });
  });

  it('is nothing at a frozen gate', async () => {
    const { gateId, pay } = await holdingGate();
    const { id } = await pay();
    await running.db.updateTable('gates').set({ frozen: true }).where('id', '=', gateId).execute();
    expect(await createdRefund(running, id)).toMatchObject({
      status: 'FAILED',
      resolution_code: 'BALANCE_UPDATE_FAILED',
    });
  });

  it('is not released later', async () => {
    const { pay, account } = await holdingGate();
    const { id } = await pay();
    await createdRefund(running, id, { amount: 40 });
    await releaseHold(id);
    // The service's sweep may be releasing it at this moment.
    await expect
      .poll(account)
      .toEqual({ available: 5_000n, hold: 0n, rolling: 1_000n, reserved: 0n });
  });

  it("is debited less if the method returns the fee, and more by the refund's fee", async () => {
    const fees = {
      fee_percent: '3',
      refund_fee: 'returned',
      refund_fixed_fee_minor: 25n,
      settlement_period_days: 0,
      rolling_percent: '0',
    };
    const { pay, account } = await holdingGate(fees);
    const [one, other] = [await pay(), await pay()];
    expect((await account()).available).toBe(19_400n);
    // 50.00, less half of the fee of 3.00, plus 0.25.
    await createdRefund(running, one.id, { amount: 50 });
    expect((await account()).available).toBe(14_525n);
    await createdRefund(running, one.id);
    expect((await account()).available).toBe(9_650n);
    expect(await createdRefund(running, other.id)).toMatchObject({
      resolution_code: 'BALANCE_INSUFFICIENT',
    });
  });
});

describe('a refund that fails', () => {
  it('returns to hold and rolling reserve, which are released as without the refund', async () => {
    const { pay, account } = await holdingGate();
    const { id } = await pay();
    acquireBy(running, 'refunds', {
      refund: silence,
      findOutcome: () => Promise.resolve({ outcome: 'refused', reference: 'r', message: 'no' }),
    });
    const refund = await createdRefund(running, id);
    expect(await account()).toEqual({ available: 0n, hold: 0n, rolling: 0n, reserved: 10_000n });
    clock.advance(FIRST_INQUIRY_MS);
    await refundWhen(running, refund.id, 'FAILED');
    expect(await account()).toEqual({ available: 0n, hold: 9_000n, rolling: 1_000n, reserved: 0n });
    await releaseHold(id);
    // The service's sweep may be releasing it at this moment.
    await expect
      .poll(account)
      .toEqual({ available: 9_000n, hold: 0n, rolling: 1_000n, reserved: 0n });
  });

  it('becomes available if the hold was released meanwhile', async () => {
    const { pay, account } = await holdingGate();
    const { id } = await pay();
    let isRefused = false;
    acquireBy(running, 'refunds', {
      refund: () => Promise.resolve({ outcome: 'pending', reference: 'r' }),
      findOutcome: () =>
        Promise.resolve(
          isRefused
            ? { outcome: 'refused', reference: 'r', message: 'no' }
            : { outcome: 'pending', reference: 'r' },
        ),
    });
    const refund = await createdRefund(running, id, { amount: 60 });
    await releaseHold(id);
    // The service's sweep may be releasing it at this moment.
    await expect.poll(account).toEqual({
      ...{ available: 3_000n, hold: 0n, rolling: 1_000n, reserved: 6_000n },
    });
    isRefused = true;
    clock.advance(FIRST_INQUIRY_MS);
    await refundWhen(running, refund.id, 'FAILED');
    expect(await account()).toEqual({ available: 9_000n, hold: 0n, rolling: 1_000n, reserved: 0n });
  });
});
