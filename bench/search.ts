/**
 * `npm run bench -- search`: how long an operator's search takes among a million orders of many merchants, by each
 * filter and by combinations that few orders match. Exits with 1 if a page exceeds the limit. Times include the use
 * case and its database, but not HTTP.
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { isRefused } from '#service/operator/answer.ts';
import { SEARCH_INPUT, findOrders } from '#service/operator/orders/search.ts';
import type { Tables } from '#service/platform/database/schema.ts';
import { typeParsers } from '#service/platform/database/client.ts';
import { z } from 'zod';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { MERCHANTS, RARE_TERMINAL, seed } from './lists/seed.ts';
import { describeMachine } from './support/machine.ts';

const ORDERS = 1_000_000;
const RUNS = 7;
const LIMIT_MS = 200;
const NAME_WIDTH = 44;

const [small, , large] = MERCHANTS;
const JUNE = { from: '2025-06-01T00:00:00Z', to: '2025-06-30T23:59:59Z' };

const SEARCHES: Record<string, object> = {
  'nothing: the latest': {},
  id: { id: '00000000-0000-4000-8000-00000000dead' },
  reference: { reference: '777777' },
  'e-mail': { email: 'Shopper12345@example.com' },
  'last four': { last_four: '4242' },
  rrn: { rrn: '000000777777' },
  'acquirer reference': { provider_reference: 'ref-777777' },
  'amount, a price of many': { amount: '19.99' },
  'amount, of few': { amount: '4321.07' },
  'status PROCESS_PENDING': { status: 'PROCESS_PENDING' },
  'resolution code, of few': { resolution_code: 'AMOUNT_OVER_LIMIT' },
  'terminal, of few': { terminal: RARE_TERMINAL },
  'merchant of few': { merchant: small?.id },
  'merchant of many, FAILED': { merchant: large?.id, status: 'FAILED' },
  'payouts alone': { direction: 'payout' },
  'June, FAILED, KZT': { ...JUNE, status: 'FAILED', currency: 'KZT' },
  'merchant of few, June, one price': { ...JUNE, merchant: small?.id, amount: '9.99' },
  'terminal of few, status of few': { terminal: RARE_TERMINAL, status: 'CREATED' },
  'merchant of few, code, one price, KZT': {
    merchant: small?.id,
    resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
    amount: '19.99',
    currency: 'KZT',
  },
  'two common values, never together': {
    status: 'SUCCESS',
    resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  },
};

const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const scratch = await createScratchDatabase(postgres.url);
const types = typeParsers();
const pool = new pg.Pool({ connectionString: scratch.url, types, max: 1 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
try {
  for (const line of await describeMachine(scratch.url)) console.log(line);
  await seed(db, ORDERS);
  await addAttempts();
  console.log(`${ORDERS} payins; median and worst of ${RUNS} runs, in ms\n`);
  for (const [name, given] of Object.entries(SEARCHES)) await measure(name, given);
} finally {
  await db.destroy();
  await scratch.drop();
  await postgres.stop();
}

async function addAttempts(): Promise<void> {
  await sql`insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, outcome,
      provider_reference, created_at, settled_at)
    select id, id, terminal_id, id, '', 'approved', 'ref-' || reference_id, created_at, updated_at
    from payins where terminal_id is not null`.execute(db);
  await sql`vacuum analyze payin_attempts`.execute(db);
}

async function measure(name: string, given: object): Promise<void> {
  const input = z.object(SEARCH_INPUT).parse(given);
  const timesMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAtMs = performance.now();
    const answer = await findOrders({ db }, input);
    timesMs.push(performance.now() - startedAtMs);
    if (isRefused(answer)) throw new Error(`${name}: ${answer.problem}`);
  }
  const sorted = timesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(RUNS / 2)] ?? Infinity;
  const worst = sorted.at(-1) ?? Infinity;
  console.log(
    `${name.padEnd(NAME_WIDTH)}${median.toFixed(1).padStart(9)}${worst.toFixed(1).padStart(9)}`,
  );
  if (median > LIMIT_MS) process.exitCode = 1;
}
