/**
 * `npm run bench -- reports`: reads a million orders as the service does, and measures the peak memory of the
 * process. Exits with 1 if it is above 256 MB. Also exports settlement and fees of the same year.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from '#service/platform/database/schema.ts';
import { typeParsers } from '#service/platform/database/client.ts';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { seed } from './lists/seed.ts';
import { describeMachine } from './support/machine.ts';

const ORDERS = 1_000_000;
const LIMIT_MB = 256;
const PROCESS = new URL('support/report-process.ts', import.meta.url).pathname;
/**
 * The flags with which the package starts the service. Without them V8 takes 150 MB for new objects, to collect less
 * often.
 */
const FLAGS = ['--max-semi-space-size=16'];

const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const scratch = await createScratchDatabase(postgres.url);
try {
  for (const line of await describeMachine(scratch.url)) console.log(line);
  await seeded();
  for (const kind of ['orders', 'settlement', 'fees']) await measure(kind);
} finally {
  await scratch.drop();
  await postgres.stop();
}

async function seeded(): Promise<void> {
  const types = typeParsers();
  const pool = new pg.Pool({ connectionString: scratch.url, types, max: 1 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await seed(db, ORDERS);
  await postSuccesses(db);
  await db.destroy();
}

/** Posts the movements of successful payins as the service would have, without holds. */
async function postSuccesses(db: Kysely<Tables>): Promise<void> {
  await sql`insert into ledger_movements (kind, order_id, at)
    select 'payin_success', id, updated_at from payins where status = 'SUCCESS'`.execute(db);
  await sql`insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
    select movement.id, entry.line, entry.account, entry.owner_id, currency, entry.amount_minor
    from ledger_movements movement join payins on payins.id = movement.order_id
    cross join lateral (values (0, 'provider_clearing', null::uuid, -amount_minor),
      (1, 'available', gate_id, amount_minor - fee_total_minor),
      (2, 'fee_income', null, fee_total_minor)) entry (line, account, owner_id, amount_minor)
    where entry.amount_minor <> 0`.execute(db);
  await sql`insert into gate_accounts (gate_id, currency, available_minor)
    select owner_id, currency, sum(amount_minor) from ledger_entries
    where account = 'available' group by 1, 2`.execute(db);
  await sql`vacuum analyze ledger_movements, ledger_entries`.execute(db);
}

/** Measures a report in a separate process, so that the memory is the report's. */
async function measure(kind: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: scratch.url, REPORT_KIND: kind };
  const child = spawn(process.execPath, [...FLAGS, PROCESS], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const [rows = '', seconds = '', megabytes = ''] = output.trim().split(' ');
  console.log(`${kind}: ${rows} rows in ${seconds} s, at most ${megabytes} MB of ${LIMIT_MB}`);
  if (!(Number(megabytes) <= LIMIT_MB)) process.exitCode = 1;
}
