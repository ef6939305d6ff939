import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { verifyLedger } from '../support/ledger.ts';
import { peakMemoryMib } from '../support/process-tree.ts';
import { measureProcessors } from '../support/processor-time.ts';
import { copiesOfPayin } from '../support/rows.ts';
import { startTollgate, type Tollgate } from '../support/servers.ts';
import { MEMORY_LIMIT_MIB, type Figure } from './figures.ts';

const ORDERS = 100_000;
/** Created first, to estimate how long the others will take. */
const SAMPLE = 1_000;
const WITHIN_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 60;
const LOOK_EVERY_MS = 200;

export async function* measureExpiry(databaseUrl: string, scale: number): AsyncGenerator<Figure> {
  const tollgate = await startTollgate(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const orders = Math.ceil(ORDERS * scale);
    const begins = await makeOrders(tollgate, pool, orders);
    yield { name: 'orders that fall due within a minute', value: orders, unit: 'orders' };
    await sleep(begins.getTime() - Date.now());
    const { result: most, used } = await measureProcessors(tollgate.pid, [databaseUrl], () =>
      untilClosed(pool, begins),
    );
    yield { name: 'due and not closed, most at once', value: most, unit: 'orders' };
    yield* await closedOnce(pool, orders);
    if (used) {
      const { serverUs, databaseUs } = used;
      yield { name: 'service, an order', value: serverUs / orders / 1_000, unit: 'ms' };
      yield { name: 'database, an order', value: databaseUs / orders / 1_000, unit: 'ms' };
    }
    const [memory = 0] = await peakMemoryMib(tollgate.pid);
    yield { name: 'memory, at most', value: memory, unit: 'MiB', limit: MEMORY_LIMIT_MIB };
    await verifyLedger(tollgate);
  } finally {
    await pool.end();
    await tollgate.stop();
  }
}

/** Creates orders. @returns when the first ones fall due, which is after all are created */
async function makeOrders(tollgate: Tollgate, pool: pg.Pool, orders: number): Promise<Date> {
  const startedMs = performance.now();
  await copiesOfPayin(tollgate, SAMPLE);
  const tookMs = performance.now() - startedMs;
  const begins = new Date(Date.now() + 5_000 + tookMs * (orders / SAMPLE) * 2);
  await copiesOfPayin(
    tollgate,
    orders,
    `'${begins.toISOString()}'::timestamptz + random() * interval '${WITHIN_SECONDS} seconds'`,
  );
  await pool.query('analyze payins');
  if (Date.now() > begins.getTime()) throw new Error('The orders were due before they were made');
  return begins;
}

/** Waits until all are closed. @returns the highest number that were due at the same time and not closed yet */
async function untilClosed(pool: pg.Pool, begins: Date): Promise<number> {
  let most = 0;
  for (;;) {
    const { rows } = await pool.query<{ due: number; later: number }>(
      `select count(*) filter (where expires_at <= now())::integer as due,
         count(*) filter (where expires_at > now())::integer as later
       from payins where status = 'CREATED' and expires_at < $1`,
      [new Date(begins.getTime() + WITHIN_SECONDS * 1_000)],
    );
    const { due = 0, later = 0 } = rows[0] ?? {};
    most = Math.max(most, due);
    if (due + later === 0) return most;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Returns figures on whether each order was closed and notified exactly once, and how long that took after it was
 * due.
 */
async function closedOnce(pool: pg.Pool, orders: number): Promise<Figure[]> {
  const { rows } = await pool.query<Record<'closed' | 'events' | 'p95' | 'longest', number>>(
    `select count(*)::integer as closed,
       (select count(*)::integer from webhook_events) as events,
       percentile_cont(0.95) within group (order by waited) as p95, max(waited) as longest
     from (
       select extract(epoch from at - expires_at)::double precision as waited
       from order_transitions join payins on payins.id = order_id
       where cause = 'waiting_time_exceeded'
     ) closed`,
  );
  const { closed = 0, events = 0, p95 = 0, longest = Infinity } = rows[0] ?? {};
  return [
    { name: 'not closed once', value: Math.abs(orders - closed), unit: 'orders', limit: 0 },
    {
      name: 'not recorded as an event once',
      value: Math.abs(orders - events),
      unit: 'orders',
      limit: 0,
    },
    { name: 'closed after it fell due, p95', value: p95, unit: 's' },
    { name: 'the longest', value: longest, unit: 's', limit: LONGEST_WAIT_SECONDS },
  ];
}
