/**
 * `npm run bench -- console`: how long the tables, searches and overviews of the operators' interface take with a
 * million orders, each with its attempt, movement and webhook. Exits with 1 if a median exceeds the limit. Times
 * include the commands and their database, but not HTTP.
 *
 * -- --keep             keeps the filled database for the next run, which uses it if the same code would fill it
 * -- --only "ledger "   measures only these commands; `--only -` measures none
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '#service/configuration.ts';
import { recountAttempts } from '#service/counters/attempts.ts';
import { recountConversion } from '#service/counters/conversion.ts';
import { bootstrap, openDatabase } from '#service/bootstrap.ts';
import { findCommand } from '#service/operator/commands.ts';
import { readInput } from '#service/operator/run.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { createLog, standardOutput } from '#service/platform/log.ts';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { keptDatabase, scratchDatabase } from './console/database.ts';
import { RARE_GATE, seedTraces } from './console/seed.ts';
import { MERCHANTS, RARE_TERMINAL, seed } from './lists/seed.ts';
import { describeMachine } from './support/machine.ts';
import { measureProcessors } from './support/processor-time.ts';

const ORDERS = 1_000_000;
const RUNS = 7;
const KEY_BYTES = 32;
const LIMIT_MS = 200;
const NAME_WIDTH = 62;
const COLUMN_WIDTH = 9;

const [small, , large] = MERCHANTS;
const merchant = large?.id;
const few = small?.id;
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
  ['orders search', { last_four: '4242' }],
  ['orders search', { merchant, status: 'FAILED' }],
  ['orders search', { merchant, amount: '19.99' }],
  ['orders search', { merchant: few, status: 'IN_PROGRESS' }],
  ['orders search', { currency: 'USDT_TRON' }],
  ['orders search', { terminal: RARE_TERMINAL, status: 'CREATED' }],
  ['orders search', { status: 'SUCCESS', resolution_code: 'WORKFLOW_EXECUTION_SKIPPED' }],
  ['ledger balances'],
  ['ledger movements'],
  ['ledger movements', { gate: RARE_GATE }],
  ['ledger movements', { gate: RARE_GATE, currency: 'KZT' }],
  ['ledger movements', { gate: RARE_GATE, kind: 'transfer' }],
  ['ledger movements', { gate: RARE_GATE, ...DAY }],
  ['ledger movements', { currency: 'KZT' }],
  ['ledger movements', { currency: 'USDT_TRON' }],
  ['ledger movements', { gate: RARE_GATE, currency: 'USDT_TRON' }],
  ['ledger movements', { kind: 'transfer' }],
  ['ledger movements', { merchant: few }],
  ['ledger movements', { merchant: few, kind: 'transfer' }],
  ['ledger movements', DAY],
  ['ledger holds'],
  ['ledger holds', { days: 92 }],
  ['ledger holds', { gate: RARE_GATE, days: 92 }],
  ['ledger status'],
  ['webhooks destinations'],
  ['webhooks destinations', { merchant }],
  ['webhooks events'],
  ['webhooks events', { state: 'pending' }],
  ['webhooks events', { state: 'no_destination' }],
  ['webhooks events', { state: 'failed', merchant }],
  ['webhooks events', { host: 'shop-03.example' }],
  ['webhooks events', { host: 'shop-03.example', state: 'failed' }],
  ['webhooks events', { host: 'nowhere.example' }],
  ['webhooks events', { order: merchant }],
  ['attention list'],
  ['attention conditions'],
  ['merchants list'],
  ['audit list'],
  ['audit list', { command: 'gates freeze' }],
  ['audit list', { actor: 'person 7@example.com' }],
  ['audit list', { subject: 'no such thing' }],
];

const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const { values: asked } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const scratch = asked.keep
  ? await keptDatabase(postgres.url, ORDERS)
  : await scratchDatabase(postgres.url);
const directory = await mkdtemp(join(tmpdir(), 'tollgate-bench-console-'));
const config = readConfig({
  DATA_DIR: directory,
  DATABASE_URL: scratch.url,
  LOG_LEVEL: 'error',
  // A kept database must be readable by the next run.
  MASTER_KEY: Buffer.alloc(KEY_BYTES, 'bench').toString('base64'),
});
if (config.mode !== 'service') throw new Error('The bench measures no page');
const log = createLog('error', await standardOutput());
const database = await openDatabase(config, log);
try {
  for (const line of await describeMachine(scratch.url)) console.log(line);
  const startedMs = performance.now();
  if (scratch.isNew) {
    await seed(database.longRunning, ORDERS);
    await seedTraces(database.longRunning);
  }
  const { context } = await bootstrap(config, {}, log, database);
  if (scratch.isNew) {
    await countAll(context);
    await scratch.filled();
    console.log(`filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  }
  const head = ['first', 'median', 'worst', 'service', 'database'].map((name) =>
    name.padStart(COLUMN_WIDTH),
  );
  console.log(
    `${ORDERS} payins; ${RUNS} runs, in ms, and the processor's time for one; the median's limit is ${LIMIT_MS}\n`,
  );
  console.log(' '.repeat(NAME_WIDTH) + head.join(''));
  for (const [command, input] of MEASURED) {
    if (command.startsWith(asked.only)) await measure(context, command, input);
  }
} finally {
  await database.close();
  await scratch.end();
  await postgres.stop();
  await rm(directory, { recursive: true });
}

/** Does at once what recurring work would have done by then. */
async function countAll({ longRunning: db }: ServiceContext): Promise<void> {
  const { rows } = await sql<{ hour: number }>`select distinct bucket as hour
    from order_counts where series = 'created_hour'`.execute(db);
  const hours = rows.map(({ hour }) => hour);
  await recountAttempts(db, hours);
  await recountConversion(db, hours);
  await sql`vacuum analyze order_counts, attempt_counters, conversion_counters`.execute(db);
}

async function measure(context: ServiceContext, name: string, input: object = {}): Promise<void> {
  const command = findCommand(name);
  if (command === undefined) throw new Error(`There is no command ${name}`);
  const read = readInput(command, input);
  if (!read.ok) throw new Error(`${name}: ${JSON.stringify(read)}`);
  const actor = { name: 'bench', role: 'admin', address: undefined } as const;
  const call = { command: name, actor, origin: 'http://localhost' };
  const timesMs: number[] = [];
  const { used } = await measureProcessors(process.pid, [scratch.url], async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const startedAtMs = performance.now();
      const answer = await command.run(read, context, call);
      timesMs.push(performance.now() - startedAtMs);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    }
  });
  const sorted = timesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(RUNS / 2)] ?? Infinity;
  const columns = [
    timesMs[0],
    median,
    sorted.at(-1),
    ...(used ? [used.serverUs / RUNS / 1_000, used.databaseUs / RUNS / 1_000] : []),
  ].map((ms = Infinity) => ms.toFixed(1).padStart(COLUMN_WIDTH));
  const asked = `${name} ${Object.entries(input).map(shownOption).join(' ')}`;
  console.log(`${asked.slice(0, NAME_WIDTH - 1).padEnd(NAME_WIDTH)}${columns.join('')}`);
  if (median > LIMIT_MS) process.exitCode = 1;
}

function shownOption([option, value]: [string, unknown]): string {
  const isShort = typeof value === 'string' && /^[A-Za-z_. ]{1,27}$/.test(value);
  return isShort ? `${option}=${value}` : option;
}
