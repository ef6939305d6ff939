import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { CardAcquirer, NotTakenCause, AcquirerAnswer } from '#service/acquirers/port.ts';
import { createPayin, payWith } from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { APPROVED, silence, withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { changeMethod } from '../../support/database/seeds/methods.ts';
import { payinWhen } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { methodTo, type PlannedTerminal } from './terminals-and-routes.ts';

const { adapter, behaviours } = scriptedAdapter();
const running = serviceForTests({ adapters: [adapter] });
const target = targetOf(running);

const CARD = '4242424242424242';

function approve() {
  return Promise.resolve(APPROVED);
}

function notTaken(cause: NotTakenCause) {
  return () => Promise.resolve({ outcome: 'not_taken', cause } as const);
}

type Decline = Extract<AcquirerAnswer, { message: string }>;

function decline(changes: Partial<Decline> = {}) {
  return (): Promise<Decline> =>
    Promise.resolve({
      outcome: 'soft_decline',
      reference: 'r',
      message: 'no',
      reason: 'other',
      ...changes,
    });
}

function terminal(authorize: CardAcquirer['authorize']): PlannedTerminal {
  return {
    does: { cards: { authorize } },
  };
}

/** Pays one order with routes to these terminals, in order of priority. */
async function payAt(terminals: PlannedTerminal[], card = CARD) {
  const { methodId, terminalIds } = await methodTo(running, behaviours, terminals);
  const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
  const order = await payWith(target, id, card);
  return { id, order, terminalIds };
}

/** Returns the attempts in order, each with its terminal's position and outcome. */
async function attemptsOf(id: string, terminalIds: string[]) {
  const rows = await running.db
    .selectFrom('payin_attempts')
    .select(['terminal_id', 'outcome', 'superseded'])
    .where('payin_id', '=', id)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => [terminalIds.indexOf(row.terminal_id), row.outcome, row.superseded]);
}

describe('a card with advice not to try again', () => {
  const advised = decline({
    outcome: 'hard_decline',
    advice: 'do_not_try_again',
    mayTryAnother: true,
  });
  const advice = () =>
    running.db.updateTable('payin_attempts').where('decline_advice', '=', 'do_not_try_again');

  it('is tried on no other route, and for 30 days in no order of the merchant', async () => {
    const card = '5555555555554444';
    const first = await payAt([terminal(advised), terminal(approve)], card);
    expect(await attemptsOf(first.id, first.terminalIds)).toEqual([[0, 'hard_decline', false]]);
    expect(first.order).toMatchObject({ status: 'FAILED' });
    const asked = vi.fn(approve);
    const second = await payAt([terminal(asked)], card);
    expect(second.order).toMatchObject({
      status: 'FAILED',
      resolution_code: 'BLACKLISTED_INPUT_DATA',
    });
    expect(asked).not.toHaveBeenCalled();
    expect((await payAt([terminal(approve)])).order).toMatchObject({ status: 'SUCCESS' });

    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await advice()
      .set({ settled_at: days(29.9) })
      .execute();
    expect((await payAt([terminal(approve)], card)).order).toMatchObject({ status: 'FAILED' });
    await advice()
      .set({ settled_at: days(30.1) })
      .execute();
    expect((await payAt([terminal(approve)], card)).order).toMatchObject({ status: 'SUCCESS' });
  });

  it('is tried for another merchant', async () => {
    const card = '5105105105105100';
    const { id } = await payAt([terminal(advised)], card);
    const belongTo = (merchant_id: string) =>
      running.db.updateTable('payins').set({ merchant_id }).where('id', '=', id).execute();
    await belongTo(randomUUID());
    expect((await payAt([terminal(approve)], card)).order).toMatchObject({ status: 'SUCCESS' });
    await belongTo(running.sandbox.merchant_id);
  });
});

describe('a terminal that needs an address', () => {
  it('is passed over in the cascade if the order has none', async () => {
    const { id, order, terminalIds } = await payAt([
      terminal(notTaken('unreachable')),
      { ...terminal(approve), settings: { asks_address: 'full' } },
      terminal(approve),
    ]);
    expect(order).toMatchObject({ status: 'SUCCESS' });
    expect(await attemptsOf(id, terminalIds)).toEqual([
      [0, 'not_taken', true],
      [2, 'approved', false],
    ]);
  });
});

describe('the next route is tried at once', () => {
  it.each<NotTakenCause>(['unreachable', 'credentials', 'rate_limited', 'request_refused'])(
    'if nothing was taken (%s)',
    async (cause) => {
      const { id, order, terminalIds } = await payAt([
        terminal(notTaken(cause)),
        terminal(approve),
      ]);
      expect(order).toMatchObject({ status: 'SUCCESS' });
      expect(await attemptsOf(id, terminalIds)).toEqual([
        [0, 'not_taken', true],
        [1, 'approved', false],
      ]);
    },
  );

  it('if the acquirer itself declined, even with a hard decline', async () => {
    const hard = decline({ outcome: 'hard_decline', mayTryAnother: true });
    const { id, order, terminalIds } = await payAt([terminal(hard), terminal(approve)]);
    expect(order).toMatchObject({ status: 'SUCCESS' });
    expect(await attemptsOf(id, terminalIds)).toEqual([
      [0, 'hard_decline', true],
      [1, 'approved', false],
    ]);
  });

  it('for three attempts in all, after which the order awaits another card', async () => {
    const { id, order, terminalIds } = await payAt(
      Array.from({ length: 4 }, () => terminal(notTaken('unreachable'))),
    );
    expect(order).toMatchObject({ status: 'CREATED' });
    expect(await attemptsOf(id, terminalIds)).toEqual([
      [0, 'not_taken', true],
      [1, 'not_taken', true],
      [2, 'not_taken', false],
    ]);
  });

  it('with a new id for each attempt, and the same card', async () => {
    const authorize = vi.fn<CardAcquirer['authorize']>(notTaken('unreachable'));
    await payAt([terminal(authorize), terminal(authorize)]);
    const [first, second] = authorize.mock.calls.map(([attempt]) => attempt);
    expect(first?.id).not.toBe(second?.id);
    expect(second?.card.reveal().number).toBe(CARD);
    expect(second?.orderId).toBe(first?.orderId);
  });
});

describe('no other route is tried', () => {
  it.each<[why: string, authorize: CardAcquirer['authorize'], status: string]>([
    ['when the outcome is not known', silence, 'PROCESS_PENDING'],
    ["when the card's issuer declined", decline(), 'CREATED'],
    ['when it was declined for good', decline({ outcome: 'hard_decline' }), 'FAILED'],
  ])('%s', async (_why, authorize, status) => {
    const other = vi.fn<CardAcquirer['authorize']>(approve);
    const { order } = await payAt([terminal(authorize), terminal(other)]);
    expect(order).toMatchObject({ status });
    expect(other).not.toHaveBeenCalled();
  });
});

describe('a decline that cascades', () => {
  it("uses none of the method's attempts", async () => {
    const own = decline({ mayTryAnother: true });
    const { methodId } = await methodTo(running, behaviours, [terminal(own), terminal(decline())]);
    await changeMethod(running, methodId, { max_attempts: 2 });
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    const states: string[] = [];
    // The same card again within a second would be the same request.
    for (const card of [CARD, '5555555555554444']) {
      states.push((await payWith(target, id, card)).status);
    }
    expect(states).toEqual(['CREATED', 'FAILED']);
  });

  it('is tried on no other route once the order has ended', async () => {
    let answer: (() => void) | undefined;
    const slow = () =>
      new Promise<{ outcome: 'not_taken'; cause: 'unreachable' }>((resolve) => {
        answer = () => {
          resolve({ outcome: 'not_taken', cause: 'unreachable' });
        };
      });
    const other = vi.fn<CardAcquirer['authorize']>(approve);
    const { methodId } = await methodTo(running, behaviours, [terminal(slow), terminal(other)]);
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    await withoutWaiting(running, () => payWith(target, id, CARD));
    await expect.poll(() => answer).toBeDefined();
    await running.operator('orders fail', { order: id });
    answer?.();
    const order = await payinWhen(running, id, 'FAILED');
    expect(order).toMatchObject({ resolution_code: 'ORDER_FAILED_MANUALLY' });
    expect(other).not.toHaveBeenCalled();
  });
});

describe('a terminal', () => {
  it('is opened when an order is created that may use it, before the card arrives', async () => {
    const open = vi.fn(() => Promise.resolve());
    const { methodId } = await methodTo(running, behaviours, [
      { does: { open, cards: { authorize: approve } } },
    ]);
    await createPayin(target, { merchant_gate_method_id: methodId });
    await expect.poll(() => open.mock.calls.length).toBe(1);
  });

  it('that is slow to open still gets the payment', async () => {
    const opening = Promise.withResolvers<undefined>();
    const does = { open: () => opening.promise, cards: { authorize: approve } };
    const { methodId } = await methodTo(running, behaviours, [{ does }]);
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    const paying = withoutWaiting(running, () => payWith(target, id, CARD));
    expect(await paying).toMatchObject({ status: 'PROCESS_PENDING' });
    opening.resolve(undefined);
    await payinWhen(running, id, 'SUCCESS');
  });
});
