import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListPayinsQuery } from '#contract/schemas/list.ts';
import type { MerchantCaller } from '#service/merchants/settings.ts';
import { listPayins } from '#service/lists/list-orders.ts';
import type { Database } from '#service/platform/database/database.ts';
import { makePayins } from './many-payins.ts';
import { newDatabase } from '../../support/database/new-database.ts';

const GATE = '00000000-0000-4000-8000-00000000000a';
const LARGE = '00000000-0000-4000-8000-000000000001';
const SMALL = '00000000-0000-4000-8000-000000000002';
/** Of each pair of currency and status a ninth, by chance. */
const ORDERS = { [LARGE]: 8_000, [SMALL]: 400 };
/** After five runs PostgreSQL compares a plan for any values with those that it made. */
const RUNS = 8;

let database: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove } = await newDatabase(2));
  const { db } = database;
  for (const [merchant, orders] of Object.entries(ORDERS)) {
    await sql`insert into merchants (id, name, webhook_secret_sealed, config_version, created_at)
      values (${merchant}, 'M', '', 7, now())`.execute(db);
    await makePayins(db, merchant, GATE, { prefix: '', orders });
  }
  await sql`analyze payins`.execute(db);
});
afterAll(() => remove());

it('The first page of merchants of any size is planned once, and shows their orders alone', async () => {
  await database.db.connection().execute(async (db) => {
    for (let run = 0; run < RUNS; run += 1) {
      for (const merchant of [SMALL, LARGE]) {
        const { rows } = await listPayins({ db }, callerOf(merchant), PAGE);
        expect(rows.map((row) => row.merchant_id)).toEqual(
          Array.from({ length: SIZE }, () => merchant),
        );
      }
    }
    const { rows } = await sql<{ once: bigint; anew: bigint }>`
      select generic_plans as once, custom_plans as anew from pg_prepared_statements
      where statement like '%limit 64%'`.execute(db);
    expect(rows).toEqual([{ once: BigInt(2 * RUNS - 5), anew: 5n }]);
  });
});

const SIZE = 10;
const PAGE: ListPayinsQuery = {
  page: 1,
  size: SIZE,
  sort: { field: 'createDate', direction: 'desc' },
  currencies: ['EUR'],
  statuses: ['SUCCESS'],
};

function callerOf(merchantId: string): MerchantCaller {
  const key = { scope: 'merchant', keyId: '', secret: '', expiresAt: null } as const;
  return { ...key, merchantId, version: 7n, methods: new Map() };
}
