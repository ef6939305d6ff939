import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OrdersClient } from '#contract/client/client.ts';
import { payinBody } from '../../tests/support/orders/orders.ts';
import { addEvents } from '../support/events.ts';
import { peakMemoryMib } from '../support/process-tree.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTollgate, type Tollgate } from '../support/servers.ts';
import { MEMORY_LIMIT_MIB, quantile, type Figure } from './figures.ts';

const EVENTS = 1_000_000;
const ORDERS = 500;
const EVERY_MS = 20;
const P95_LIMIT_MS = 100;

/**
 * Measures the backlog of a host that accepts connections and never answers. Webhooks to another host must not wait
 * for it.
 */
export async function* measureBacklog(databaseUrl: string, scale: number): AsyncGenerator<Figure> {
  const tollgate = await startTollgate(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const dead = await startReceiver(() => undefined);
  try {
    yield* waits('beside no backlog', await measureWaits(tollgate, pool));
    const events = Math.ceil(EVENTS * scale);
    await addBacklog(tollgate, pool, { url: dead.url, events });
    yield { name: 'events that wait for the dead host', value: events, unit: 'events' };
    yield* waits('beside them', await measureWaits(tollgate, pool), P95_LIMIT_MS);
    const [memory = 0] = await peakMemoryMib(tollgate.pid);
    yield { name: 'memory, at most', value: memory, unit: 'MiB', limit: MEMORY_LIMIT_MIB };
  } finally {
    await dead.close();
    await pool.end();
    await tollgate.stop();
  }
}

function* waits(beside: string, tookMs: readonly number[], limit?: number): Generator<Figure> {
  const p95 = { name: `order's end to its receiver ${beside}, p95`, value: quantile(tookMs, 0.95) };
  yield {
    name: `order's end to its receiver ${beside}, p50`,
    value: quantile(tookMs, 0.5),
    unit: 'ms',
  };
  yield { ...p95, unit: 'ms', ...(limit !== undefined && { limit }) };
}

/** Returns the times from an order's end to the arrival of its webhook, in ms. */
async function measureWaits(tollgate: Tollgate, pool: pg.Pool): Promise<number[]> {
  const arrivedMs = new Map<string, number>();
  const receiver = await startReceiver((request, response) => {
    arrivedMs.set(String(request.headers['webhook-id']), Date.now());
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const client = new OrdersClient({
    baseUrl: `http://127.0.0.1:${tollgate.port}`,
    apiKeyId: tollgate.sandbox.api_key_id,
    apiSecret: tollgate.sandbox.api_secret,
  });
  for (let made = 0; made < ORDERS; made += 1) {
    await endedOrder(tollgate, client, receiver.url);
    await sleep(EVERY_MS);
  }
  while (arrivedMs.size < ORDERS) await sleep(50);
  await receiver.close();
  const { rows } = await pool.query<{ id: string; created_at: Date }>(
    'select id, created_at from webhook_events where destination_url = $1',
    [receiver.url],
  );
  return rows.map(
    ({ id, created_at: at }) => (arrivedMs.get(`evt_${id}`) ?? Infinity) - at.getTime(),
  );
}

/** Creates an order that is FAILED at once: the shortest way to an event. */
async function endedOrder(tollgate: Tollgate, client: OrdersClient, callbackUrl: string) {
  const body = payinBody(tollgate, { amount: 999_999, callback_url: callbackUrl });
  const created = await client.createPayin(body);
  if (!created.ok) throw new Error('No order was made', { cause: created });
}

/** Adds events that are due now, with the body of one that there is. */
async function addBacklog(
  tollgate: Tollgate,
  pool: pg.Pool,
  backlog: { url: string; events: number },
): Promise<void> {
  const { rows } = await pool.query<{ body: string }>('select body from webhook_events limit 1');
  await addEvents(tollgate, pool, { ...backlog, body: rows[0]?.body ?? '[]' });
  // Autovacuum would have done this by then.
  await pool.query('vacuum analyze webhook_events');
}
