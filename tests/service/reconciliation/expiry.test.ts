/** Unpaid orders are closed in bulk, and each of them once. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { cancelPayin } from '#service/payins/cancel.ts';
import { expirePayins } from '#service/payins/expire.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DAY_MS = 86_400_000;
const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

async function waitingPayins(count: number, more: object = {}): Promise<string[]> {
  const made = Array.from({ length: count }, () => createdPayin(running, more));
  return (await Promise.all(made)).map(({ id }) => id);
}

/** Returns the orders joined with their transitions and events: one row for each combination. */
function outcomesOf(ids: string[]) {
  return running.db
    .selectFrom('payins')
    .innerJoin('order_transitions', 'order_transitions.order_id', 'payins.id')
    .innerJoin('webhook_events', 'webhook_events.group_id', 'payins.id')
    .select(['payins.id', 'status', 'cause', 'resolution_message', 'destination_url', 'body'])
    .where('payins.id', 'in', ids)
    .where('to_status', '=', 'CLOSED')
    .execute();
}

/** Returns a context with its clock past every waiting time; only calls with this context close orders. */
function later(db = running.db) {
  return { ...running.context, db, now: () => new Date(clock.now().getTime() + DAY_MS) };
}

it('takes as many statements for sixty orders as for one', async () => {
  const taken = [];
  for (const count of [1, 60]) {
    const ids = await waitingPayins(count);
    let statements = 0;
    const watched = running.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        statements += 1;
        return Promise.resolve(result);
      },
    });
    expect(await expirePayins(later(watched))).toBe(count);
    expect(await outcomesOf(ids)).toHaveLength(count);
    taken.push(statements);
  }
  expect(taken).toEqual([5, 5]);
});

it('closes each order once, even if another process closes some of them meanwhile', async () => {
  const ids = await waitingPayins(40, { callback_url: 'http://127.0.0.1:9/ended' });
  const cancelled = ids.filter((_, index) => index % 4 === 0);
  const [results] = await Promise.all([
    Promise.all(cancelled.map((id) => cancelPayin(later(), id, 'operator'))),
    ...Array.from({ length: 3 }, () => expirePayins(later())),
  ]);
  await expirePayins(later());
  const outcomes = await outcomesOf(ids);
  expect(outcomes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const { id, cause, status, destination_url: url, body } of outcomes) {
    const wasCancelled = results[cancelled.indexOf(id)]?.ok === true;
    expect(cause).toBe(wasCancelled ? 'cancelled' : 'waiting_time_exceeded');
    expect([status, url]).toEqual(['CLOSED', 'http://127.0.0.1:9/ended']);
    expect(JSON.parse(body)).toMatchObject([{ id, status: 'CLOSED', resolution: 'SYSTEM_ERROR' }]);
  }
});

it('notifies each merchant with its chosen payload', async () => {
  const { merchant_id: own, other_merchant: other } = running.sandbox;
  await running.db
    .updateTable('merchants')
    .set({ webhook_payload: 'extended' })
    .where('id', '=', other.merchant_id)
    .execute();
  const ids = await waitingPayins(2);
  await running.db
    .updateTable('payins')
    .set({ merchant_id: other.merchant_id })
    .where('id', '=', ids[0] ?? '')
    .execute();
  expect(await expirePayins(later())).toBe(2);
  const shapes = (await outcomesOf(ids)).map(({ body }) => {
    const [order] = z.array(z.looseObject({ merchant_id: z.uuid() })).parse(JSON.parse(body));
    return [order?.merchant_id, 'company_id' in (order ?? {})];
  });
  expect(Object.fromEntries(shapes)).toEqual({ [own]: false, [other.merchant_id]: true });
});
