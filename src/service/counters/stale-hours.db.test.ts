import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { databaseForTests } from '../../../tests/support/database/database-for-tests.ts';
import type { Tables } from '../platform/database/schema.ts';
import { takeStaleOrders } from './stale-hours.ts';

const HOURS = 200;

const database = databaseForTests(2);

it('scans each stale hour once, however many there are', async () => {
  await addStale(HOURS);
  await sql`delete from stale_order_hours`.execute(database.db);
  // After this the planner assumes one row, as if the table was analyzed just after a count.
  await sql`analyze stale_order_hours`.execute(database.db);
  await addStale(HOURS);
  await database.db.transaction().execute(async (trx) => {
    const before = await scansOf(trx, 'order_counts');
    const { hours, isAll } = await takeStaleOrders(trx, 1_000);
    const made = (await scansOf(trx, 'order_counts')) - before;
    expect({ taken: hours.length, isAll }).toEqual({ taken: HOURS, isAll: true });
    // One scan per hour and direction.
    expect(made).toBeLessThanOrEqual(2 * HOURS);
  });
});

async function addStale(hours: number): Promise<void> {
  await sql`insert into stale_order_hours (merchant_id, hour)
    select gen_random_uuid(), 480000 from generate_series(1, ${hours}::integer)`.execute(
    database.db,
  );
}

async function scansOf(trx: Kysely<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select (seq_scan + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables
    where relname = ${table} and schemaname = current_schema()`.execute(trx);
  return rows[0]?.scans ?? 0;
}
