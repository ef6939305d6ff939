import { expirePayins } from '#service/payins/expire.ts';
import { makeAttemptsDue } from '#service/orders/inquiry.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { attentionOf } from '../../support/process/operator-answers.ts';
import {
  attemptOf,
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
} from '../../support/orders/orders.ts';
import { acquireBy, APPROVED } from '../../support/acquirers/acquirer-doubles.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DAY_MS = 86_400_000;
const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

/** Makes the database refuse changes that break `rule`. @returns a function that undoes this */
async function forbid(table: string, rule: string): Promise<() => Promise<void>> {
  const on = sql`alter table ${sql.table(table)}`;
  await sql`${on} add constraint forbidden check (${sql.raw(rule)})`.execute(running.db);
  return async () => {
    await sql`${on} drop constraint forbidden`.execute(running.db);
  };
}

/** Returns the payins whose hold is not released yet. */
async function heldPayins() {
  return running.db
    .selectFrom('retentions')
    .select('payin_id')
    .where('bucket', '=', 'hold')
    .where('released_at', 'is', null)
    .execute();
}

/** Returns the quarantined rows. */
async function quarantine() {
  return running.db.selectFrom('quarantined_rows').select(['work', 'row_id', 'failures']).execute();
}

async function expectQuarantined(work: string, rowId: string, orderId: string): Promise<void> {
  await expect.poll(quarantine).toMatchObject([{ work, row_id: rowId }]);
  const [matter] = await attentionOf(running);
  expect(matter).toMatchObject({ kind: 'row_quarantined', order_id: orderId });
  expect(matter?.detail).toContain('23514');
  expect(running.logs()).toContain(rowId);
}

/** Checks that the row is retried after a while and leaves the quarantine. */
async function expectTakenBack(allow: () => Promise<void>): Promise<void> {
  await allow();
  clock.advance(3_600_000);
  await makeAttemptsDue(running.context);
  await expect.poll(quarantine).toEqual([]);
  expect(await attentionOf(running)).toEqual([]);
}

describe('a row that causes an error in a sweep is logged and quarantined, and the others continue:', () => {
  it('an order that cannot expire', async () => {
    const orders = [];
    for (let made = 0; made < 3; made += 1) orders.push((await createdPayin(running)).id);
    const [first = '', second = '', third = ''] = orders;
    const allow = await forbid('payins', `id <> '${second}' or status <> 'CLOSED'`);
    clock.advance(DAY_MS);
    for (const id of [first, third]) {
      const order = await payinWhen(running, id, 'CLOSED');
      expect(order).toMatchObject({ status: 'CLOSED' });
    }
    await expectQuarantined('expire-payins', second, second);
    await expectTakenBack(allow);
    expect(await payinWhen(running, second, () => true)).toMatchObject({ status: 'CLOSED' });
  });

  it('an order that cannot expire, which is retried less often each time', async () => {
    const { id } = await createdPayin(running);
    const allow = await forbid('payins', `id <> '${id}' or status <> 'CLOSED'`);
    clock.advance(DAY_MS);
    for (const [index, restSeconds] of [10, 20, 40].entries()) {
      await expect.poll(quarantine).toMatchObject([{ row_id: id, failures: index + 1 }]);
      clock.advance((restSeconds - 1) * 1_000);
      expect(await expirePayins(running.context)).toBe(0);
      clock.advance(1_000);
    }
    await expectTakenBack(allow);
  });

  it('an attempt of a payin that cannot be settled', async () => {
    acquireBy(running, 'cards', { findOutcome: () => Promise.resolve(APPROVED) });
    const orders = [];
    for (let made = 0; made < 2; made += 1) {
      const { id } = await createdPayin(running);
      await running.client.submitCardData(cardDataBody(id));
      orders.push(id);
    }
    const [stuck = '', other = ''] = orders;
    const { id: attemptId } = await running.db
      .selectFrom('payin_attempts')
      .select('id')
      .where('payin_id', '=', stuck)
      .executeTakeFirstOrThrow();
    const allow = await forbid('payin_attempts', `id <> '${attemptId}' or outcome is null`);
    clock.advance(5_000);
    const order = await payinWhen(running, other, 'SUCCESS');
    expect(order).toMatchObject({ status: 'SUCCESS' });
    await expectQuarantined('reconcile-attempts', attemptId, stuck);
    await expectTakenBack(allow);
    expect(await payinWhen(running, stuck, () => true)).toMatchObject({ status: 'SUCCESS' });
  });

  it('an attempt of a payout that cannot be settled', async () => {
    acquireBy(running, 'payouts', {
      findOutcome: () => Promise.resolve({ outcome: 'paid', reference: 'r' }),
    });
    const { id: stuck } = await createdPayout(running, { amount: 10 });
    const { id: other } = await createdPayout(running, { amount: 10 });
    const allow = await forbid('payouts', `id <> '${stuck}' or status <> 'SUCCESS'`);
    clock.advance(5_000);
    const order = await payoutWhen(running, other, 'SUCCESS');
    expect(order).toMatchObject({ status: 'SUCCESS' });
    const attemptId = await attemptOf(running, 'payout', stuck);
    await expectQuarantined('reconcile-payouts', attemptId, stuck);
    await expectTakenBack(allow);
    expect(await payoutWhen(running, stuck, () => true)).toMatchObject({ status: 'SUCCESS' });
  });

  it('an amount that cannot be released', async () => {
    acquireBy(running, 'cards', { authorize: () => Promise.resolve(APPROVED) });
    const orders = [];
    for (let made = 0; made < 2; made += 1) {
      const { id } = await createdPayin(running);
      await running.client.submitCardData(cardDataBody(id));
      orders.push(id);
    }
    const [stuck = ''] = orders;
    const allow = await forbid('retentions', `payin_id <> '${stuck}' or released_at is null`);
    clock.advance(3 * DAY_MS);
    await expectQuarantined('release-retentions', `hold ${stuck}`, stuck);
    await expect.poll(heldPayins).toEqual([{ payin_id: stuck }]);
    await expectTakenBack(allow);
  });
});
