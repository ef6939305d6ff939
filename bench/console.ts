/**
 * `npm run bench:console`: how long the tables, searches and overviews of the operators' interface take at a
 * million orders, each with its attempt, movement and webhook. Ends with 1 where one takes longer than the
 * limit. Times are those of the commands, their database included; HTTP is not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '#service/configuration.ts';
import { countHours } from '#service/counters/count-hours.ts';
import { layFoundation, openDatabase } from '#service/foundation.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { createLog } from '#service/platform/log.ts';
import { createScratchDatabase, findPostgres } from '../tests/support/database/postgres.ts';
import { RARE_GATE, seedTraces } from './console/seed.ts';
import { MERCHANTS, seed } from './lists/seed.ts';
import { describeMachine } from './support/machine.ts';

const ORDERS = 1_000_000;
const RUNS = 7;
const LIMIT_MS = 200;
const NAME_WIDTH = 52;
const HOUR_MS = 3_600_000;

const [, , large] = MERCHANTS;
const merchant = large?.id;
const DAY = { from: '2025-06-10T00:00:00Z', to: '2025-06-11T00:00:00Z' };
const WEEK = { from: '2025-06-10T00:00:00Z', to: '2025-06-17T00:00:00Z' };
const YEAR = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };

type Measured = readonly [command: string, input?: object];

const MEASURED: readonly Measured[] = [
  ['overview show', DAY],
  ['overview show', WEEK],
  ['overview show', YEAR],
  ['overview show', { ...WEEK, merchant }],
  ['overview show', { ...YEAR, merchant }],
  ['terminals health', { days: 365 }],
  ['terminals list'],
  ['orders search'],
  ['orders search', { status: 'PROCESS_PENDING' }],
  ['orders search', { merchant, amount: '19.99' }],
  ['ledger balances'],
  ['ledger movements'],
  ['ledger movements', { gate: RARE_GATE }],
  ['ledger movements', { gate: RARE_GATE, currency: 'KZT' }],
  ['ledger movements', { currency: 'KZT' }],
  ['ledger movements', { kind: 'transfer' }],
  ['ledger movements', { merchant: MERCHANTS[0]?.id }],
  ['ledger movements', DAY],
  ['ledger holds'],
  ['ledger holds', { gate: RARE_GATE, days: 92 }],
  ['ledger status'],
  ['webhooks destinations'],
  ['webhooks destinations', { merchant }],
  ['webhooks events'],
  ['webhooks events', { state: 'pending' }],
  ['webhooks events', { state: 'failed', merchant }],
  ['attention list'],
  ['attention conditions'],
  ['merchants list'],
  ['audit list'],
  ['reports list'],
];

const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const scratch = await createScratchDatabase(postgres.url);
const directory = await mkdtemp(join(tmpdir(), 'tollgate-bench-console-'));
const config = readConfig({ DATA_DIR: directory, DATABASE_URL: scratch.url, LOG_LEVEL: 'error' });
if (config.mode !== 'service') throw new Error('The bench measures no page');
const log = createLog('error');
const database = await openDatabase(config, log);
try {
  for (const line of await describeMachine(scratch.url)) console.log(line);
  await seed(database.longRunning, ORDERS);
  await seedTraces(database.longRunning);
  const { context } = await layFoundation(config, {}, log, database);
  await countAll(context);
  console.log(`${ORDERS} payins; median and worst of ${RUNS} runs, in ms; limit ${LIMIT_MS}\n`);
  for (const [command, input] of MEASURED) await measure(context, command, input);
} finally {
  await database.close();
  await scratch.drop();
  await postgres.stop();
  await rm(directory, { recursive: true });
}

/** What recurring work would have done by then, without its pauses. */
async function countAll(context: ServiceContext): Promise<void> {
  await markAll(context.longRunning);
  const startedMs = performance.now();
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const left = () =>
    context.db.selectFrom('stale_order_hours').select('hour').limit(1).executeTakeFirst();
  const attemptsLeft = () =>
    context.db.selectFrom('stale_attempt_hours').select('hour').limit(1).executeTakeFirst();
  while ((await left()) !== undefined || (await attemptsLeft()) !== undefined) {
    await countHours({ ...context, now });
    aheadMs += HOUR_MS;
  }
  const tookMs = performance.now() - startedMs;
  console.log(`counted by the hour for the first time in ${(tookMs / 1_000).toFixed(1)} s`);
}

/** As the migration does for what there is already. */
async function markAll(db: ServiceContext['db']): Promise<void> {
  await sql`insert into stale_order_hours (merchant_id, hour) select distinct merchant_id, bucket
    from order_counts where series = 'created_hour' on conflict do nothing`.execute(db);
  await sql`insert into stale_attempt_hours (hour) select distinct bucket
    from order_counts where series = 'created_hour' on conflict do nothing`.execute(db);
}

async function measure(context: ServiceContext, name: string, input: object = {}): Promise<void> {
  const command = OPERATOR_COMMANDS[name];
  if (command === undefined) throw new Error(`There is no command ${name}`);
  const actor = { name: 'bench', role: 'admin', address: undefined } as const;
  const call = { command: name, actor, origin: 'http://localhost' };
  const timesMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAtMs = performance.now();
    const answer = await command.run(input, context, call);
    timesMs.push(performance.now() - startedAtMs);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  }
  const sorted = timesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(RUNS / 2)] ?? Infinity;
  const worst = sorted.at(-1) ?? Infinity;
  const asked = `${name} ${Object.keys(input).join(', ')}`.padEnd(NAME_WIDTH);
  console.log(`${asked}${median.toFixed(1).padStart(9)}${worst.toFixed(1).padStart(9)}`);
  if (median > LIMIT_MS) process.exitCode = 1;
}
