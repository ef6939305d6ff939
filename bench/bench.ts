/**
 * `npm run bench [-- row …] [--connections N]`: requests per second, each row beside its floor in the same run. Servers run in separate
 * processes, this process creates the load, and each side has a scratch database. At the end Tollgate's ledger is
 * checked: speed at its cost would be worthless.
 */
import { parseArgs } from 'node:util';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { sendWebhooks } from './support/account.ts';
import { measureAdapters } from './support/adapters.ts';
import { measure, type Load, type Measured } from './support/load.ts';
import { describeMachine } from './support/machine.ts';
import { measurePagePayments } from './support/page-payments.ts';
import {
  AT_ONCE,
  measurePayments,
  measurePayouts,
  measureRefunds,
  measureThroughAcquirer,
  measureTransfers,
  type MeasuredPayments,
} from './support/payments.ts';
import type { ProcessorTime } from './support/processor-time.ts';
import { signed, type BenchRequest } from './support/requests.ts';
import { ROWS, type Row } from './support/rows.ts';
import { startFloor, startTollgate, type Server, type Tollgate } from './support/servers.ts';
import { verifyLedger } from './support/ledger.ts';

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_MS = 1_500;
const DURATION_MS = 5_000;

/** Create, card data and webhook. It takes several requests and background work, so it has no floor. */
const PAYMENT = 'payment';
/** Create and webhook, all at one gate. */
const PAYOUT = 'payout';
/** Create and webhook, of payins of one gate. */
const REFUND = 'refund';
/** A payment through the payment page. */
const PAGE_PAYMENT = 'page-payment';

/** A card payment through each adapter. */
const ADAPTERS = 'adapters';

interface Sides<T> {
  floor: T;
  tollgate: T;
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { connections: { type: 'string', default: String(AT_ONCE) } },
});
/** How many payments, payouts or refunds are made at once. */
const atOnce = Number(values.connections);
if (!Number.isSafeInteger(atOnce) || atOnce < 1) throw new Error('--connections is no number');

function isAsked(name: string) {
  return asked.length === 0 || asked.includes(name);
}

const rows = ROWS.filter(({ name }) => isAsked(name));
const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
try {
  for (const line of await describeMachine(postgres.url)) console.log(line);
  console.log(
    `${CONNECTIONS} connections, ${DURATION_MS / 1000} s a run, median of ${ROUNDS} runs; payments ${atOnce} at once\n`,
  );
  await benchRows(postgres.url);
} finally {
  await postgres.stop();
}

async function benchRows(serverUrl: string): Promise<void> {
  await using tollgate = await startOnScratch(serverUrl);
  await using seeder = await startOnScratch(serverUrl);
  for (const row of rows) {
    const next = { tollgate: await row.prepare(tollgate), floor: await row.prepare(seeder) };
    const floor = await startFloor(seeder, [next.floor(), next.floor(), next.floor()]);
    try {
      const sides = {
        floor: load(seeder, floor, next.floor),
        tollgate: load(tollgate, tollgate, next.tollgate),
      };
      report(row, await benchRow(sides));
    } finally {
      await floor.stop();
    }
  }
  if (isAsked(PAYMENT)) await benchPayments(tollgate, seeder);
  if (isAsked(PAYOUT)) {
    const payouts = await measurePayouts(tollgate, atOnce);
    reportPayments('payout of one gate: create, webhook delivered', payouts);
  }
  if (isAsked(REFUND)) {
    const refunds = await measureRefunds(tollgate, atOnce);
    reportPayments('refund of payins of one gate: create, webhook delivered', refunds);
  }
  if (isAsked(PAGE_PAYMENT)) await benchPagePayments(tollgate);
  if (isAsked(ADAPTERS)) await benchAdapters(serverUrl, tollgate);
  console.log(await verifyLedger(tollgate));
}

async function benchAdapters(serverUrl: string, upstream: Tollgate): Promise<void> {
  await using downstream = await startOnScratch(serverUrl, 'bench/adapter-server.ts');
  console.log(`${ADAPTERS}: card data to SUCCESS, one after the other`);
  for (const { name, medianMs, processor } of await measureAdapters(downstream, upstream)) {
    const time = processor ? processorTime(processor) : '';
    console.log(`  ${name.padEnd(10)} median ${medianMs.toFixed(1)} ms${time}`);
  }
  console.log(await verifyLedger(downstream));
}

async function benchPagePayments(tollgate: Tollgate): Promise<void> {
  for (const { name, serverUs, databaseUs } of (await measurePagePayments(tollgate)) ?? []) {
    console.log(name);
    console.log(
      `  processor time: server ${serverUs.toFixed(0)} µs, database ${databaseUs.toFixed(0)} µs\n`,
    );
  }
}

/** Starts a Tollgate on a scratch database. The one that seeds the floor's database later acts as an acquirer. */
async function startOnScratch(
  serverUrl: string,
  program?: string,
): Promise<Tollgate & AsyncDisposable> {
  const scratch = await createScratchDatabase(serverUrl);
  const tollgate = await startTollgate(scratch.url, program).catch(async (error: unknown) => {
    await scratch.drop();
    throw error;
  });
  // The receiver would run on this machine too, and deliveries have their own bench.
  await sendWebhooks(tollgate, { payin_url: null, payout_url: null, refund_url: null });
  return {
    ...tollgate,
    async [Symbol.asyncDispose]() {
      await tollgate.stop();
      await scratch.drop();
    },
  };
}

function load({ sandbox }: Tollgate, server: Server, next: () => BenchRequest): Load {
  return {
    server,
    next: () => signed(sandbox, next()),
    connections: CONNECTIONS,
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
  };
}

/** Measures both sides in turns, so that other load on the machine affects both. */
async function benchRow(sides: Sides<Load>): Promise<Sides<Measured>> {
  const runs: Sides<Measured[]> = { floor: [], tollgate: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.floor.push(await measure(sides.floor));
    runs.tollgate.push(await measure(sides.tollgate));
  }
  return { floor: median(runs.floor), tollgate: median(runs.tollgate) };
}

function median(runs: Measured[]): Measured {
  const middle = runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

function report(row: Row, { floor, tollgate }: Sides<Measured>): void {
  console.log(row.name);
  console.log(`  Tollgate ${figures(tollgate)}`);
  console.log(`  floor    ${figures(floor)}`);
  console.log(
    `  ratio    ${(tollgate.perSecond / floor.perSecond).toFixed(2)}${processorRatio(floor, tollgate)}\n`,
  );
}

/** Measures payments. RESULTS.md describes each row. */
async function benchPayments(tollgate: Tollgate, upstream: Tollgate): Promise<void> {
  const card = await measurePayments(tollgate, { atOnce });
  reportPayments('payment: create, card data, webhook delivered', card);
  const transfer = await measureTransfers(tollgate, atOnce);
  reportPayments('payment, P2P: create, begin, money arrives, webhook delivered', transfer);
  reportRatio(card, transfer);
  const apart = await measureThroughAcquirer(tollgate, upstream, atOnce);
  reportPayments('payment, the acquirer apart: create, card data, webhook', apart.card);
  reportPayments(
    'payment, P2P, the acquirer and the payer apart: create, begin, notification, webhook',
    apart.transfer,
  );
  reportRatio(apart.card, apart.transfer);
}

function reportRatio(card: MeasuredPayments, transfer: MeasuredPayments): void {
  if (!card.processor || !transfer.processor) return;
  const [byCard, byTransfer] = [totalUs(card.processor), totalUs(transfer.processor)];
  console.log(`  P2P / card, by processor time ${(byTransfer / byCard).toFixed(2)}\n`);
}

function reportPayments(what: string, { payments, perSecond, processor }: MeasuredPayments): void {
  console.log(what);
  const time = processor ? processorTime(processor) : '';
  console.log(`  Tollgate ${perSecond.toFixed(0).padStart(6)}/s of ${payments}${time}\n`);
}

function totalUs({ serverUs, databaseUs }: ProcessorTime): number {
  return serverUs + databaseUs;
}

/**
 * Returns the ratio by processor time per request. On a busy machine other load may have slowed down only one of two
 * rates.
 */
function processorRatio(floor: Measured, tollgate: Measured): string {
  if (!floor.processor || !tollgate.processor) return '';
  return `, by processor time ${(totalUs(floor.processor) / totalUs(tollgate.processor)).toFixed(2)}`;
}

function figures({ perSecond, medianMs, p99Ms, processor }: Measured): string {
  const speed = `${perSecond.toFixed(0).padStart(6)}/s, median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  if (processor === undefined) return speed;
  return `${speed}${processorTime(processor)}`;
}

function processorTime({ serverUs, databaseUs }: ProcessorTime): string {
  return `; processor time each: server ${serverUs.toFixed(0)} µs, database ${databaseUs.toFixed(0)} µs`;
}
