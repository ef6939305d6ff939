import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createdPayout, createdRefund, paidPayin } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

/** The third group of a UUID begins with its version. */
const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('Ids are random UUIDs of version 4, and so say nothing about time, merchant or place', async () => {
  const { id } = await paidPayin(running);
  await createdRefund(running, id, { amount: 1 });
  await createdPayout(running);
  await running.operator('people invite', { role: 'viewer', hours: 1 });
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and data_type = 'uuid'`.execute(
    running.db,
  );
  const ids: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)}`.execute(
      running.db,
    );
    ids.push(...rows.map((row) => row.id));
  }
  expect(ids.length).toBeGreaterThan(20);
  expect(ids.filter((each) => !RANDOM.test(each))).toEqual([]);
});
