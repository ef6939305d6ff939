import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rollUpDueCounts, isRollUpDue } from '#service/counters/roll-up.ts';
import { databaseForTests } from '../../support/database/database-for-tests.ts';

/** As many changes as may be pending before they are rolled up at once. */
const MANY = 4_000;
const NOW = new Date('2026-03-01T12:00:00Z');
/** A time after the pause between two rollups. */
const LATER = new Date('2026-03-01T12:01:00Z');

const database = databaseForTests(2);

async function fold(): Promise<void> {
  await rollUpDueCounts({ db: database.db, now: () => NOW });
}

async function isDue(at: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select ${isRollUpDue(at)} as due`.execute(
    database.db,
  );
  return rows[0]?.due ?? false;
}

/** Adds the changes that creating a number of orders leaves behind. */
async function addChanges(count: number): Promise<void> {
  await sql`
    insert into order_count_changes (merchant_id, direction, currency, created_hour,
      to_status, to_updated_hour, amount_minor, order_id)
    select '6e3f0f0e-6ac3-4bd5-8c52-0a0d58e1d1c7'::uuid, 'payin', 'EUR', 492000, 'CREATED', 492000, 1250, gen_random_uuid()
    from generate_series(1, ${count}::integer)`.execute(database.db);
}

it('Changes are rolled up at intervals, and at once when there are many', async () => {
  expect(await isDue(NOW)).toBe(false);
  await addChanges(1);
  expect(await isDue(NOW)).toBe(true);
  await fold();

  await addChanges(MANY);
  expect(await isDue(NOW)).toBe(false);
  expect(await isDue(LATER)).toBe(true);
  await addChanges(1);
  expect(await isDue(NOW)).toBe(true);

  await fold();
  const { rows } = await sql<{ orders: bigint }>`
    select orders from order_counts where series = 'all'`.execute(database.db);
  expect(rows).toEqual([{ orders: BigInt(MANY + 2) }]);
  expect(await isDue(LATER)).toBe(false);
});
