// @module-tag apart
// oxlint-disable-next-line no-restricted-imports -- Only for pauses between rounds.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderDirection } from '#domain/order/direction.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { failByHand } from '#service/operator/fail-order.ts';
import { ANY_WAITING, EVERYBODY, rollUpCounts } from '#service/counters/roll-up.ts';
import { WAITING_CHANGES } from '#service/orders/count-changes.ts';
import {
  cardDataBody,
  createdPayin,
  createdPayout,
  PENDING_CARD,
  REFUSED_CARD,
} from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const ORDERS_OF_A_KIND = 12;
const PAUSE_MS = 20;
const HOUR_MS = 3_600_000;

let running: RunningService;

beforeAll(async () => {
  const started = await startService();
  // The last request waits for all the others.
  running = { ...started, client: started.clientFor({ timeoutMs: 60_000 }) };
});
afterAll(() => running.close());

/** The ways in which a payin can end or stay open. */
const FATES: ((id: string) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  (id) => running.client.submitCardData(cardDataBody(id)),
  (id) => running.client.submitCardData(cardDataBody(id, { card_number: '4000000000000002' })),
  (id) => running.client.submitCardData(cardDataBody(id, { card_number: '4000000000009995' })),
  (id) => cancelPayin(running.context, id, 'operator'),
  (id) => failByHand(running.context, id),
  // These race, and only one of them moves the order.
  (id) =>
    Promise.all([
      running.client.submitCardData(cardDataBody(id)),
      cancelPayin(running.context, id, 'operator'),
      failByHand(running.context, id),
    ]),
];

async function makePayins(): Promise<void> {
  const kinds = FATES.flatMap((fate) => Array.from({ length: ORDERS_OF_A_KIND }, () => fate));
  await Promise.all(
    kinds.map(async (fate, index) => {
      const { id } = await createdPayin(running, { amount: 1 + index * 37 });
      await fate(id);
    }),
  );
}

async function makePayouts(): Promise<void> {
  const kinds = [{}, { destination_account: REFUSED_CARD }, { destination_account: PENDING_CARD }];
  const orders = kinds.flatMap((kind) => Array.from({ length: ORDERS_OF_A_KIND }, () => kind));
  await Promise.all(orders.map((order) => createdPayout(running, order)));
  // More than the balance: created and failed at once.
  await createdPayout(running, { amount: 49_999 });
}

interface Order {
  currency: string;
  status: string;
  created_at: Date;
  updated_at: Date;
}

/** Counts the orders themselves, for each bucket that should count them. */
async function counted(table: 'payins' | 'payouts'): Promise<Record<string, bigint>> {
  const { rows } = await sql<Order>`
    select currency, status, created_at, updated_at from ${sql.table(table)}
    where merchant_id = ${running.sandbox.merchant_id}`.execute(running.db);
  const counts: Record<string, bigint> = {};
  for (const { currency, status, created_at, updated_at } of rows) {
    const hour = (at: Date) => Math.floor(at.getTime() / HOUR_MS);
    const buckets = [
      `all 0`,
      `created_hour ${hour(created_at)}`,
      `created_day ${Math.floor(hour(created_at) / 24)}`,
      `updated_hour ${hour(updated_at)}`,
      `updated_day ${Math.floor(hour(updated_at) / 24)}`,
    ];
    if (table === 'payins' && status === 'SUCCESS') {
      const month = updated_at.getUTCFullYear() * 12 + updated_at.getUTCMonth();
      buckets.push(`credited_day ${Math.floor(hour(updated_at) / 24)}`, `credited_month ${month}`);
    }
    for (const bucket of buckets) {
      const key = `${bucket} ${currency} ${status}`;
      counts[key] = (counts[key] ?? 0n) + 1n;
    }
  }
  return counts;
}

async function kept(direction: OrderDirection): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ key: string; orders: bigint }>`
    select series || ' ' || bucket || ' ' || currency || ' ' || status as key, orders
    from order_counts
    where direction = ${direction} and merchant_id = ${running.sandbox.merchant_id}`.execute(
    running.db,
  );
  return Object.fromEntries(rows.map(({ key, orders }) => [key, orders]));
}

/** Returns the buckets by hour and day whose counts or amounts differ from the orders. */
async function wrongAmounts(table: 'payins' | 'payouts'): Promise<unknown[]> {
  const direction = table === 'payins' ? 'payin' : 'payout';
  const hour = sql`floor(extract(epoch from created_at) / 3600)::integer`;
  const { rows } = await sql`
    with orders as (
      select 'created_hour' as series, ${hour} as bucket, status, amount_minor from ${sql.table(table)}
    ), found as (
      select series, bucket, status, count(*) as orders, sum(amount_minor) as amount_minor
      from orders group by series, bucket, status
    ), buckets as (
      select * from found union all
      select replace(series, 'hour', 'day'), floor(bucket / 24.0)::integer, status, sum(orders), sum(amount_minor)
      from found group by 1, 2, status
    )
    select * from buckets full join (
      select series, bucket, status, sum(orders) as orders, sum(amount_minor) as amount_minor
      from order_counts where merchant_id = ${EVERYBODY} and direction = ${direction}
      group by series, bucket, status
    ) counted using (series, bucket, status)
    where (buckets.orders, buckets.amount_minor) is distinct from (counted.orders, counted.amount_minor)`.execute(
    running.db,
  );
  return rows;
}

/** Returns the totals as lists compute them: the counts plus the changes that are not yet rolled up. */
async function total(direction: OrderDirection): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ key: string; orders: bigint }>`
    select currency || ' ' || status as key, sum(orders)::bigint as orders from (
      select direction, currency, status, orders from order_counts where series = 'all'
        and merchant_id = ${running.sandbox.merchant_id}
      union all
      select direction, currency, status, orders from ${WAITING_CHANGES}
        where merchant_id = ${running.sandbox.merchant_id}
    ) parts
    where direction = ${direction} group by 1 having sum(orders) <> 0`.execute(running.db);
  return Object.fromEntries(rows.map(({ key, orders }) => [key, orders]));
}

/** Rolls up until no change is pending. The service's own rollup holds a lock while it runs, so this retries. */
async function foldAll(): Promise<void> {
  const { context } = running;
  for (;;) {
    await rollUpCounts(context);
    const { rows } = await sql<{ waiting: boolean }>`select ${ANY_WAITING} as waiting`.execute(
      context.db,
    );
    if (rows[0]?.waiting !== true) return;
    await sleep(PAUSE_MS);
  }
}

it('counts of lists are exact while orders are created, moved and ended concurrently', async () => {
  const done = new AbortController();
  const folding = [1, 2].map(async () => {
    while (!done.signal.aborted) {
      await rollUpCounts(running.context);
      // The embedded engine runs in this process: without a pause it would serve no other query.
      await sleep(PAUSE_MS);
    }
  });
  try {
    await Promise.all([makePayins(), makePayouts()]);
  } finally {
    done.abort();
    await Promise.all(folding);
  }

  for (const [table, direction] of [
    ['payins', 'payin'],
    ['payouts', 'payout'],
  ] as const) {
    const inAll = Object.entries(await counted(table)).filter(([key]) => key.startsWith('all 0 '));
    const truth = Object.fromEntries(
      inAll.map(([key, orders]) => [key.slice('all 0 '.length), orders]),
    );
    expect(await total(direction)).toEqual(truth);
    await foldAll();
    expect(await kept(direction)).toEqual(await counted(table));
    expect(await wrongAmounts(table)).toEqual([]);
  }
});
