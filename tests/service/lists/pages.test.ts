import { sql, type Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { ListPayinsQuery, Sort } from '#contract/schemas/list.ts';
import { rollUpCounts } from '#service/counters/roll-up.ts';
import { SORT_COLUMNS } from '#service/counters/series.ts';
import type { MerchantCaller } from '#service/merchants/settings.ts';
import { listPayins } from '#service/lists/list-orders.ts';
import type { Tables } from '#service/platform/database/schema.ts';
import { makePayins } from './many-payins.ts';
import { databaseForTests } from '../../support/database/database-for-tests.ts';

const GATE = '00000000-0000-4000-8000-00000000000a';
const LARGE = '00000000-0000-4000-8000-000000000001';
const SMALL = '00000000-0000-4000-8000-000000000002';
/** The merchants' numbers of orders, spread at random over the instants. */
const ORDERS = { [LARGE]: 15_000, [SMALL]: 10 };
const SIZE = 200;

const database = databaseForTests(2);

beforeAll(async () => {
  const { db } = database;
  for (const [merchant, orders] of Object.entries(ORDERS)) {
    await sql`insert into merchants (id, name, webhook_secret_sealed, config_version, created_at)
      values (${merchant}, 'M', '', 7, now())`.execute(db);
    await makePayins(db, merchant, GATE, { prefix: '', orders });
  }
  await rollUpCounts({ db });
  await sql`analyze payins`.execute(db);
});

const SORTS: Sort[] = (['createDate', 'updateDate', 'amount'] as const).flatMap((field) => [
  { field, direction: 'asc' },
  { field, direction: 'desc' },
]);

it('Pages of merchants of any size are exact and use one generic plan for each sort', async () => {
  await database.db.connection().execute(async (db) => {
    for (const sort of SORTS) {
      for (const [merchant, page] of [
        [LARGE, 1],
        [SMALL, 1],
        [LARGE, 40],
      ] as const) {
        const rows = await rowsOf({ db }, callerOf(merchant), { page, size: SIZE, sort });
        expect(rows.map(({ id }) => id)).toEqual(await idsOf(db, merchant, { page, sort }));
      }
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements
      where statement like '/* by_text */%' and custom_plans > 0`.execute(db);
    expect(rows).toEqual([]);
  });
});

it('A deep page is exact when its range begins or ends within an hour', async () => {
  const { db } = database;
  for (const [range, direction] of [
    [{ startDate: '2026-03-02T10:30:00.000000Z' }, 'asc'],
    [{ endDate: '2026-03-02T10:30:00.000000Z' }, 'desc'],
  ] as const) {
    const query = { page: 7, sort: { field: 'createDate', direction }, ...range } as const;
    const rows = await rowsOf({ db }, callerOf(LARGE), { size: SIZE, ...query });
    expect(rows.map(({ id }) => id)).toEqual(await idsOf(db, LARGE, query));
  }
});

async function rowsOf(...list: Parameters<typeof listPayins>) {
  const page = await listPayins(...list);
  if (!page.ok) throw new Error('The settings are stale');
  return page.value.rows;
}

/** Returns the ids of a page by a plain query. */
async function idsOf(
  db: Kysely<Tables>,
  merchantId: string,
  {
    page,
    sort: { field, direction },
    startDate,
    endDate,
  }: Pick<ListPayinsQuery, 'page' | 'sort' | 'startDate' | 'endDate'>,
): Promise<string[]> {
  const { column } = SORT_COLUMNS[field];
  const rows = await db
    .selectFrom('payins')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', sql<Date>`${startDate ?? '-infinity'}::timestamptz`)
    .where('created_at', '<=', sql<Date>`${endDate ?? 'infinity'}::timestamptz`)
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(SIZE)
    .offset((page - 1) * SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

function callerOf(merchantId: string): MerchantCaller {
  const key = { scope: 'merchant', keyId: '', secret: '', expiresAt: null } as const;
  return { ...key, merchantId, version: 7n, methods: new Map() };
}
