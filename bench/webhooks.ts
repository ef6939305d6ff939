/**
 * `npm run bench -- webhooks`: how many webhooks per second reach one fast receiver, beside a floor in the same run;
 * and how long the news of an order's end takes to arrive, alone and beside dead destinations.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OrdersClient } from '#contract/client/client.ts';
import { payinBody } from '../tests/support/orders/orders.ts';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { addEvents } from './support/events.ts';
import { describeMachine } from './support/machine.ts';
import { startReceiver } from './support/receiver.ts';
import { startTollgate } from './support/servers.ts';

const BACKLOG = 5_000;
const ROUNDS = 3;
const LATENCY_EVENTS = 500;
const LATENCY_EVERY_MS = 20;
const DEAD_HOSTS = 20;
const DEAD_EVENTS = 1_000;

const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const scratch = await createScratchDatabase(postgres.url);
for (const line of await describeMachine(scratch.url)) console.log(line);
const tollgate = await startTollgate(scratch.url);
const pool = new pg.Pool({ connectionString: scratch.url });
const client = new OrdersClient({
  baseUrl: `http://127.0.0.1:${tollgate.port}`,
  apiKeyId: tollgate.sandbox.api_key_id,
  apiSecret: tollgate.sandbox.api_secret,
});
try {
  await benchRate();
  await benchLatency('alone');
  const dead = await Promise.all(
    Array.from({ length: DEAD_HOSTS }, () => startReceiver(() => undefined)),
  );
  for (const { url } of dead) await addBacklog(url, DEAD_EVENTS / DEAD_HOSTS);
  await benchLatency(`beside ${DEAD_HOSTS} dead hosts with ${DEAD_EVENTS} events`);
  for (const { close } of dead) await close();
} finally {
  await pool.end();
  await tollgate.stop();
  await scratch.drop();
  await postgres.stop();
}

/** Measures both in turns, so that other load on the machine affects both. */
async function benchRate(): Promise<void> {
  const rates: Record<'tollgate' | 'floor', number[]> = { tollgate: [], floor: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.floor.push(await rateOf(runFloor));
    rates.tollgate.push(await rateOf((url) => addBacklog(url, BACKLOG)));
  }
  const [ours, floor] = [median(rates.tollgate), median(rates.floor)];
  console.log(`\n${BACKLOG} webhooks to one fast receiver, median of ${ROUNDS} runs`);
  console.log(`  Tollgate ${ours.toFixed(0)}/s`);
  console.log(`  floor    ${floor.toFixed(0)}/s: as many bare signed POSTs, two at a time`);
  console.log(`  ratio    ${(ours / floor).toFixed(2)}`);
}

/** @returns the arrivals per second, from the first arrival to the last */
async function rateOf(send: (url: string) => Promise<void>): Promise<number> {
  const atMs: number[] = [];
  const receiver = await startReceiver((request, response) => {
    request.resume().on('end', () => {
      atMs.push(performance.now());
      response.writeHead(204).end();
    });
  });
  await send(receiver.url);
  while (atMs.length < BACKLOG) await sleep(50);
  await receiver.close();
  return ((BACKLOG - 1) * 1_000) / ((atMs.at(-1) ?? 0) - (atMs[0] ?? 0));
}

async function runFloor(url: string): Promise<void> {
  const program = join(import.meta.dirname, 'webhook-floor.ts');
  const child = spawn(process.execPath, [program, url, String(BACKLOG)], { stdio: 'inherit' });
  await once(child, 'exit');
}

/** Adds events that are due now, like that of an order that has just ended. */
async function addBacklog(url: string, events: number): Promise<void> {
  const body = JSON.stringify([(await endedOrder('http://127.0.0.1:9/')).value]);
  await addEvents(tollgate, pool, { url, events, body });
}

/** Creates an order that is FAILED at once: the shortest way to an event. */
async function endedOrder(callbackUrl: string) {
  const body = payinBody(tollgate, { amount: 999_999, callback_url: callbackUrl });
  const created = await client.createPayin(body);
  if (!created.ok) throw new Error('No order was made');
  return created;
}

async function benchLatency(beside: string): Promise<void> {
  const arrivedMs = new Map<string, number>();
  const receiver = await startReceiver((request, response) => {
    arrivedMs.set(String(request.headers['webhook-id']), Date.now());
    request.resume().on('end', () => response.writeHead(204).end());
  });
  for (let sent = 0; sent < LATENCY_EVENTS; sent += 1) {
    await endedOrder(receiver.url);
    await sleep(LATENCY_EVERY_MS);
  }
  while (arrivedMs.size < LATENCY_EVENTS) await sleep(50);
  await receiver.close();
  const { rows } = await pool.query<{ id: string; created_at: Date }>(
    'select id, created_at from webhook_events where destination_url = $1',
    [receiver.url],
  );
  const tookMs = rows
    .map(({ id, created_at: at }) => (arrivedMs.get(`evt_${id}`) ?? Infinity) - at.getTime())
    .toSorted((a, b) => a - b);
  const quantile = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN;
  console.log(`\nFrom an order's end to its receiver, ${beside}, ${LATENCY_EVENTS} orders`);
  console.log(`  median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
