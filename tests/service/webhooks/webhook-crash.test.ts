import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { movePayin } from '#service/payins/move.ts';
import { lockPayin } from '#service/payins/store/payins.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { startService } from '../../support/process/service.ts';

/** Longer than a busy machine may stall: otherwise another process would take over an event still being delivered. */
const LEASE_MS = 15_000;

describe('an event that a process claimed and did not finish', () => {
  it('is delivered by another process once its lease is over, with a log line', async () => {
    const receiver = await startReceiver();
    const running = await startService({
      webhooks: { attemptTimeoutMs: 10_000, leaseMs: LEASE_MS },
    });
    const { id: order } = await createdPayin(running, {
      amount: 999_999,
      callback_url: receiver.url,
    });
    const show = async () => (await running.operator('webhooks list', { order })).body;
    await expect.poll(show).toMatchObject({ items: [{ state: 'delivered' }] });
    const past = new Date(Date.now() - 60_000);
    await running.db
      .updateTable('webhook_events')
      .set({ state: 'pending', ended_at: null, lease_id: randomUUID() })
      .set({ leased_at: past, next_attempt_at: past })
      .where('group_id', '=', order)
      .execute();
    await expect.poll(show).toMatchObject({
      items: [
        {
          state: 'delivered',
          attempts: [{ status: 204 }, { error: 'interrupted' }, { status: 204 }],
        },
      ],
    });
    const [before, after] = receiver.received;
    expect(after!.body).toEqual(before!.body);
    expect(after!.headers.get('webhook-id')).toBe(before!.headers.get('webhook-id'));
    await running.close();
    await receiver.close();
  });
});

describe('the end of an order', () => {
  it('that is rolled back leaves no event, and one that is committed leaves one', async () => {
    const running = await startService();
    const { context, db } = running;
    const { id } = await createdPayin(running);
    const events = () =>
      db.selectFrom('webhook_events').select('id').where('group_id', '=', id).execute();
    const close = (failure?: Error) =>
      db.transaction().execute(async (trx) => {
        const move = { to: 'CLOSED', cause: 'cancelled', at: context.now() } as const;
        const payin = await lockPayin(trx, id);
        if (payin === undefined) throw new Error('There is no such payin');
        await movePayin(context, trx, payin, move);
        if (failure) throw failure;
      });
    await expect(close(new Error('rolled back'))).rejects.toThrow('rolled back');
    expect(await events()).toHaveLength(0);
    await close();
    expect(await events()).toHaveLength(1);
    await running.close();
  });
});
