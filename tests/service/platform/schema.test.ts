// @module-tag both-engines
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
} from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

/** Returns a condition that excludes PostgreSQL's own objects and those of extensions. */
function ours(oid: string) {
  return `namespace.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and not exists (select from pg_depend where objid = ${oid} and deptype = 'e')`;
}

/** Queries for objects other than tables, constraints and indexes. */
const NAMES = {
  triggers: `select tgname as name from pg_trigger
    join pg_class class on class.oid = tgrelid
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where not tgisinternal and ${ours('class.oid')}`,
  functions: `select proname as name from pg_proc routine
    join pg_namespace namespace on namespace.oid = routine.pronamespace where ${ours('routine.oid')}`,
  'sequences that belong to no identity column': `select relname as name from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where relkind = 'S' and ${ours('class.oid')} and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'i')`,
  views: `select relname as name from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where relkind in ('v', 'm') and ${ours('class.oid')}`,
  rules: `select rulename as name from pg_rewrite
    join pg_class class on class.oid = ev_class
    join pg_namespace namespace on namespace.oid = class.relnamespace where ${ours('class.oid')}`,
};

describe('the schema has no', () => {
  it.each(Object.entries(NAMES))('%s', async (_what, query) => {
    const { rows } = await sql<{ name: string }>`${sql.raw(query)}`.execute(running.db);
    expect(rows.map(({ name }) => name)).toEqual([]);
  });
});

/** Tables written once a day, or at a start. */
const RARELY_CHANGED = ['ledger_checks'];

function isPaid({ status }: { status: string }) {
  return status === 'SUCCESS';
}

it('sets an analyze threshold of thousands of rows for tables that payments change', async () => {
  const { rows: tables } = await sql<{ name: string; has_threshold: boolean }>`
    select relname as name,
      coalesce(reloptions, '{}') @> '{autovacuum_analyze_threshold=5000}' as has_threshold
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
    running.db,
  );
  const before = await versionsOf(tables);
  const payin = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(payin.id));
  expect(await payinWhen(running, payin.id, isPaid)).toMatchObject({ status: 'SUCCESS' });
  const payout = await createdPayout(running);
  expect(await payoutWhen(running, payout.id, isPaid)).toMatchObject({ status: 'SUCCESS' });
  const after = await versionsOf(tables);
  const changed = tables.filter(
    ({ name }) => after.get(name) !== before.get(name) && !RARELY_CHANGED.includes(name),
  );
  expect(changed.length).toBeGreaterThan(8);
  expect(changed.filter((table) => !table.has_threshold)).toEqual([]);
});

/** Returns for each table a text that changes when a row is added, changed or deleted. */
async function versionsOf(tables: readonly { name: string }[]): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ version: string }>`
      select coalesce(string_agg(concat(ctid, ' ', xmin), ',' order by ctid), '') as version
      from ${sql.table(name)}`.execute(running.db);
    versions.set(name, rows[0]?.version ?? '');
  }
  return versions;
}
