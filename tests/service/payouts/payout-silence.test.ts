import type { PayoutAcquirer } from '#service/acquirers/port.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { gateBalance, createdPayout, payoutWhen } from '../../support/orders/orders.ts';
import { attentionOf, resolveAll } from '../../support/process/operator-answers.ts';
import { acquireBy, silence, withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

/** The delay before the first status inquiry to a silent acquirer. */
const ASKED_AFTER_MS = 5_000;

const clock = movedClock();
const running = serviceForTests({ now: clock.now });
afterEach(async () => {
  const { body } = await running.operator('ledger check');
  expect(body).toMatchObject({ ok: true, findings: [] });
});

function eur() {
  return gateBalance(running.client, 'EUR');
}

describe('an acquirer that does not answer', () => {
  it('leaves the payout pending, with its money reserved, until the status inquiry', async () => {
    const before = await eur();
    const findOutcome = () => Promise.resolve({ outcome: 'paid', reference: 'r' } as const);
    acquireBy(running, 'payouts', { pay: silence, findOutcome });
    const { id, status } = await createdPayout(running);
    expect(status).toBe('PROCESS_PENDING');
    expect((await eur()).hold_balance - before.hold_balance).toBeCloseTo(101.25, 2);
    clock.advance(ASKED_AFTER_MS);
    const order = await payoutWhen(running, id, 'SUCCESS');
    expect(order.status).toBe('SUCCESS');
    expect((await eur()).hold_balance).toBe(before.hold_balance);
  });

  it('is waited for only so long, and believed when it answers later', async () => {
    let answer: (() => void) | undefined;
    const pay: PayoutAcquirer['pay'] = () =>
      new Promise((resolve) => {
        answer = () => {
          resolve({ outcome: 'refused', reference: 'r', message: 'no such account' });
        };
      });
    acquireBy(running, 'payouts', { pay, findOutcome: silence });
    const before = await eur();
    const { id, status } = await withoutWaiting(running, () => createdPayout(running));
    expect(status).toBe('PROCESS_PENDING');
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    const order = await payoutWhen(running, id, 'FAILED');
    expect(order).toMatchObject({ provider_error_message: 'no such account' });
    expect(await eur()).toEqual(before);
  });

  it('and never saw the attempt, fails the payout, and the reserve is released', async () => {
    const before = await eur();
    const findOutcome = () => Promise.resolve({ outcome: 'never_seen' } as const);
    acquireBy(running, 'payouts', { pay: silence, findOutcome });
    const { id } = await createdPayout(running);
    clock.advance(ASKED_AFTER_MS);
    const order = await payoutWhen(running, id, 'FAILED');
    expect(order).toMatchObject({
      status: 'FAILED',
      resolution: 'PROVIDER_ERROR',
      provider_error_message: 'The payout did not reach the acquirer.',
    });
    expect(await eur()).toEqual(before);
  });

  it('and pays a payout that an operator failed meanwhile, is reported in the exception queue', async () => {
    const findOutcome = () => Promise.resolve({ outcome: 'paid', reference: 'r' } as const);
    acquireBy(running, 'payouts', { pay: silence, findOutcome });
    const { id } = await createdPayout(running);
    await running.operator('orders fail', { order: id });
    clock.advance(ASKED_AFTER_MS);
    await expect
      .poll(() => attentionOf(running))
      .toMatchObject([{ kind: 'payout_paid_after_end', order_id: id }]);
    expect(await payoutWhen(running, id, () => true)).toMatchObject({ status: 'FAILED' });
    await resolveAll(running);
  });
});
