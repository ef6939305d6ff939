/**
 * `npm run bench -- lists`: how long lists take for merchants of very different sizes in one table of three million
 * payins. Times include the use case and its database, but not HTTP. The plans of all statements are written to
 * `bench/results/`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Tables } from '#service/platform/database/schema.ts';
import type { MerchantCaller } from '#service/merchants/settings.ts';
import { listPayins } from '#service/lists/list-orders.ts';
import { typeParsers } from '#service/platform/database/client.ts';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { seed, MERCHANTS, ORDERS, type Merchant } from './lists/seed.ts';
import { ROWS, type ListRow } from './lists/rows.ts';
import { describeMachine } from './support/machine.ts';

const RUNS = 15;
const NAME_WIDTH = 30;
const RESULTS = new URL('results/', import.meta.url);
const PLANS = new URL('lists-plans.txt', RESULTS);

const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const scratch = await createScratchDatabase(postgres.url);
const statements: CompiledQuery[] = [];
const db = connect(scratch.url);
try {
  for (const line of await describeMachine(scratch.url)) console.log(line);
  const startedAtMs = performance.now();
  await seed(db);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  console.log(`${ORDERS} payins of a year, made in ${seconds} s; median of ${RUNS} runs, in ms\n`);
  await benchRows();
} finally {
  await db.destroy();
  await scratch.drop();
  await postgres.stop();
}

function connect(connectionString: string): Kysely<Tables> {
  const types = typeParsers();
  const pool = new pg.Pool({ connectionString, types, max: 1 });
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
}

interface Subject {
  name: string;
  caller: MerchantCaller;
  orders: number;
}

async function benchRows(): Promise<void> {
  const subjects = await Promise.all(MERCHANTS.map(subjectOf));
  const plans: string[] = [];
  console.log(lineOf('', [...subjects.map(({ name }) => name), '1 M / 10 k']));
  for (const row of ROWS) {
    const timesMs: number[] = [];
    for (const subject of subjects) {
      timesMs.push(await timeOf(row, subject));
      plans.push(`# ${row.name}, ${subject.name}`, ...(await plansOf(row, subject)), '');
    }
    const ratio = (timesMs.at(-1) ?? 0) / (timesMs[0] ?? 1);
    console.log(lineOf(row.name, [...timesMs.map((ms) => ms.toFixed(2)), ratio.toFixed(1)]));
  }
  await mkdir(RESULTS, { recursive: true });
  await writeFile(PLANS, plans.join('\n'));
  console.log(`\nPlans: ${PLANS.pathname}`);
}

function lineOf(name: string, figures: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + figures.map((figure) => figure.padStart(12)).join('');
}

async function subjectOf({ id, name }: Merchant): Promise<Subject> {
  const { rows } = await sql<{ version: bigint; orders: bigint }>`
    select config_version as version, (
      select sum(orders)::bigint from order_counts where merchant_id = merchants.id and series = 'all'
    ) as orders
    from merchants where id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`There is no merchant of ${name}`);
  const key = { scope: 'merchant', keyId: '', secret: '', expiresAt: null } as const;
  const caller = { ...key, merchantId: id, version: found.version, methods: new Map() };
  return { name, caller, orders: Number(found.orders) };
}

async function list(row: ListRow, { caller, orders }: Subject): Promise<void> {
  const page = await listPayins({ db }, caller, row.query(orders));
  if (!page.ok || page.value.rows.length === 0) throw new Error('The page is empty');
}

/** Returns the median time of a row, in milliseconds. */
async function timeOf(row: ListRow, subject: Subject): Promise<number> {
  const timesMs: number[] = [];
  for (let runs = 0; runs < RUNS; runs += 1) {
    const startedAtMs = performance.now();
    await list(row, subject);
    timesMs.push(performance.now() - startedAtMs);
  }
  return timesMs.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

/** Returns the plans of all statements of one run. */
async function plansOf(row: ListRow, subject: Subject): Promise<string[]> {
  statements.length = 0;
  await list(row, subject);
  const plans: string[] = [];
  for (const statement of statements.filter((query) => /^\s*select/.test(query.sql))) {
    const explained = { ...statement, sql: `explain (analyze, buffers) ${statement.sql}` };
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained);
    plans.push(...rows.map((line) => line['QUERY PLAN']), '');
  }
  return plans;
}
