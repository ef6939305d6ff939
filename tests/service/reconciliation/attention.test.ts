import { makeAttemptsDue } from '#service/orders/inquiry.ts';
import { describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { attentionOf, ledgerFindings } from '../../support/process/operator-answers.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { acquireBy, APPROVED, CHALLENGE } from '../../support/acquirers/acquirer-doubles.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

/** Creates an order that awaits a challenge, after the first call to its acquirer. */
async function challenged(): Promise<string> {
  acquireBy(running, 'cards', {
    authorize: () => Promise.resolve(CHALLENGE),
    findOutcome: () => Promise.resolve(CHALLENGE),
  });
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id));
  await payinWhen(running, id, 'PROCESS_PENDING');
  return id;
}

async function ask(): Promise<void> {
  clock.advance(5_000);
  await makeAttemptsDue(running.context);
}

describe('an attempt that the acquirer approves after its payin was failed by hand', () => {
  it('is logged, queued, and reported by the ledger check, until it is resolved', async () => {
    const id = await challenged();
    await running.operator('orders fail', { order: id });
    acquireBy(running, 'cards', { findOutcome: () => Promise.resolve(APPROVED) });
    await ask();
    await expect
      .poll(() => attentionOf(running))
      .toMatchObject([{ kind: 'payin_approved_after_end', order_id: id }]);
    expect(await payinWhen(running, id, () => true)).toMatchObject({ status: 'FAILED' });
    const warnings = running
      .logs()
      .split('\n')
      .filter((line) => line.includes(id));
    expect(warnings.filter((line) => line.includes('"level":40'))).not.toEqual([]);
    const finding = { rule: 'approved_is_credited', order_id: id };
    expect(await ledgerFindings(running)).toMatchObject([finding]);

    const [matter] = await attentionOf(running);
    const resolve = () => running.operator('attention resolve', { id: matter?.id ?? '' });
    expect(await resolve()).toMatchObject({ status: 200 });
    expect(await attentionOf(running)).toEqual([]);
    expect(await ledgerFindings(running)).toEqual([]);
    expect(await resolve()).toMatchObject({ status: 404 });
  });
});
