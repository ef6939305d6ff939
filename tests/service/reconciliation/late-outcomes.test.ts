import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '#domain/order/status.ts';
import { settlePayout } from '#service/payouts/settle.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { attemptOf, createdPayin, payinWhen, createdPayout } from '../../support/orders/orders.ts';
import { acquireBy, CHALLENGE } from '../../support/acquirers/acquirer-doubles.ts';
import { madeInSandbox } from '../../support/database/seeds/methods.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const clock = frozenClock();
let running: RunningService;

beforeAll(async () => {
  running = await startService({ now: clock.now });
});
afterAll(() => running.close());

async function transitionsOf(orderId: string): Promise<OrderStatus[]> {
  const rows = await running.db
    .selectFrom('order_transitions')
    .select('to_status')
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  return rows.map(({ to_status: to }) => to);
}

it('a payout that is paid after its attempt was refused goes to the exception queue once', async () => {
  acquireBy(running, 'payouts', {});
  const { id } = await createdPayout(running, { amount: 10 });
  const attemptId = await attemptOf(running, 'payout', id);
  const refused = { outcome: 'refused', reference: 'r', message: 'no', reason: 'other' } as const;
  await settlePayout(running.context, attemptId, refused);
  for (let times = 0; times < 2; times += 1) {
    await settlePayout(running.context, attemptId, { outcome: 'paid', reference: 'r' });
  }
  expect(await ledgerFindings(running)).toContainEqual(
    expect.objectContaining({ rule: 'paid_is_settled', order_id: id }),
  );
  const raised = (await attentionOf(running)).filter(({ order_id: order }) => order === id);
  expect(raised).toMatchObject([{ kind: 'payout_paid_after_end', attempt_id: attemptId }]);
  await resolveAll(running);
});

it('a payout whose money came back goes to the exception queue once, and stays as it is', async () => {
  acquireBy(running, 'payouts', {});
  const { id } = await createdPayout(running, { amount: 10 });
  const attemptId = await attemptOf(running, 'payout', id);
  await settlePayout(running.context, attemptId, { outcome: 'paid', reference: 'r' });
  const returned = { outcome: 'refused', reference: 'r', message: 'no' } as const;
  for (let times = 0; times < 2; times += 1) {
    await settlePayout(running.context, attemptId, returned);
  }
  const raised = (await attentionOf(running)).filter(({ order_id: order }) => order === id);
  expect(raised).toMatchObject([{ kind: 'payout_returned', attempt_id: attemptId }]);
  const payouts = running.db.selectFrom('payouts').select('status').where('id', '=', id);
  expect(await payouts.executeTakeFirst()).toEqual({ status: 'SUCCESS' });
  await resolveAll(running);
});

it('an order whose process died after the acquirer created a challenge is closed by the first status inquiry after its waiting time', async () => {
  const { id } = await createdPayin(running);
  const { db } = running;
  await db.updateTable('payins').set({ status: 'IN_PROGRESS' }).where('id', '=', id).execute();
  await db
    .insertInto('payin_attempts')
    .values({
      id: randomUUID(),
      payin_id: id,
      card_fingerprint: Buffer.alloc(32),
      ...(await madeInSandbox(running)),
      created_at: clock.now(),
      next_inquiry_at: new Date(+clock.now() + 3_600_000),
    })
    .execute();
  acquireBy(running, 'cards', {
    findOutcome: () => Promise.resolve(CHALLENGE),
    giveUp: () => Promise.resolve({ outcome: 'abandoned' }),
  });
  clock.advance(4_000_000);
  const order = await payinWhen(running, id, 'CLOSED');
  expect(order).toMatchObject({
    status: 'CLOSED',
    resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
    pay_url: `http://pay.test/pay/${id}`,
  });
  expect((await transitionsOf(id)).slice(-2)).toEqual(['PROCESS_PENDING', 'CLOSED']);
});
