import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseForTests } from '../../../../tests/support/database/database-for-tests.ts';
import type { Database } from './database.ts';
import { statement, type Slot } from './statement.ts';
import { createPlanRenewal } from './client.ts';

const lookUp = statement('look_up', (db, slot: Slot<{ ids: number[] }>) =>
  sql<{ id: number }>`
    select grown.id from unnest((select ${slot('ids')}::integer[])) as asked (id) join grown using (id)`.compile(
    db,
  ),
);

describe('the plans of a connection', () => {
  const database = databaseForTests(1);
  beforeAll(async () => {
    // Never analyzed automatically, which would renew the plans as well.
    await sql`create table grown (id integer primary key) with (autovacuum_enabled = false)`.execute(
      database.db,
    );
    await sql`insert into grown values (-1)`.execute(database.db);
    await sql`analyze grown`.execute(database.db);
  });

  it('are renewed after some use, because a small table may have grown by then', async () => {
    const run = () => lookUp(database.db, { ids: [1, 2, 3] });
    for (let times = 0; times < 10; times += 1) await run();
    expect(await planOf(database.db)).toContain('Seq Scan on grown');
    await sql`insert into grown select generate_series(1, 50000)`.execute(database.db);
    for (let times = 0; times < 64; times += 1) await run();
    expect(await planOf(database.db)).not.toContain('Seq Scan on grown');
  });
});

it('Plans are renewed five times, at ever longer intervals', () => {
  const renewal = createPlanRenewal();
  const connection = {};
  const due = Array.from({ length: 200_000 }, (_, use) =>
    renewal.isDue(connection) ? [use + 1] : [],
  );
  expect(due.flat()).toEqual([64, 320, 1_344, 5_440, 21_824]);
});

async function planOf(db: Database['db']): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain execute look_up ('{1,2,3}')`.execute(
    db,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
