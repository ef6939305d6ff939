// @module-tag apart
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sort } from '#contract/schemas/list.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { PayinRow } from '#service/platform/database/schema.ts';
import type { MerchantCaller } from '#service/merchants/settings.ts';
import { rollUpCounts } from '#service/counters/roll-up.ts';
import { listPayins } from '#service/lists/list-orders.ts';
import { CURRENCIES, INSTANTS, makePayins, movePayins, STATUSES } from './many-payins.ts';
import { databaseForTests } from '../../support/database/database-for-tests.ts';

const ORDERS = 3_000;
const GATE = '00000000-0000-4000-8000-00000000000a';
const MERCHANT = '00000000-0000-4000-8000-000000000001';

const database = databaseForTests(2);
let model: ModelOrder[];

interface ModelOrder {
  id: string;
  group_id: string;
  currency: Currency;
  status: OrderStatus;
  amount: bigint;
  created: string;
  updated: string;
}

beforeAll(async () => {
  await seed();
});

/** Creates and moves orders of two merchants in bulk. */
async function seed(): Promise<void> {
  const { db } = database;
  await sql`insert into merchants (id, name, webhook_secret_sealed, created_at)
    values (${MERCHANT}, 'M', '', now())`.execute(db);
  await sql`insert into gates (id, merchant_id, name) values (${GATE}, ${MERCHANT}, 'G')`.execute(
    db,
  );
  await sql`insert into gate_methods (id, gate_id, name, direction, payment_source, currency,
      payment_method_currency, amount_min_minor, amount_max_minor, waiting_seconds)
    values (${GATE}, ${GATE}, 'card', 'payin', 'CARD', 'EUR', 'EUR', 1, 1, 1)`.execute(db);
  for (const merchant of [MERCHANT, '00000000-0000-4000-8000-000000000002']) {
    await makePayins(db, merchant, GATE, { prefix: '', orders: ORDERS });
  }
  await rollUpCounts({ db });
  await movePayins(db, 0.4, { statuses: true });
  await movePayins(db, 0.1, { statuses: false });
  await sql`update merchants set config_version = 7`.execute(db);
  model = await readModel();
}

async function readModel(): Promise<ModelOrder[]> {
  const utc = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const { rows } = await sql<ModelOrder>`
    select id, group_id, currency, status, amount_minor as amount,
      ${utc('created_at')} as created, ${utc('updated_at')} as updated
    from payins where merchant_id = ${MERCHANT}`.execute(database.db);
  return rows;
}

const SORTED_BY = { createDate: 'created', updateDate: 'updated', amount: 'amount' } as const;

const sorts: fc.Arbitrary<Sort> = fc.record({
  field: fc.constantFrom('createDate', 'updateDate', 'amount'),
  direction: fc.constantFrom('asc', 'desc'),
});
const ranges = fc
  .tuple(
    fc.option(fc.constantFrom(...INSTANTS), { nil: undefined }),
    fc.option(fc.constantFrom(...INSTANTS), { nil: undefined }),
  )
  .map(([one, other]) =>
    one !== undefined && other !== undefined && one > other ? [other, one] : [one, other],
  );

function mostly<T>(value: fc.Arbitrary<T>) {
  return fc.option(value, { nil: undefined, freq: 2 });
}

const queries = fc
  .record({
    sort: sorts,
    size: fc.constantFrom<number[]>(1, 7, 50, 200),
    /** Where the page begins, as a share of all matching orders; up to a tenth beyond the end. */
    depth: fc.double({ min: 0, max: 1.1, noNaN: true }),
    statuses: mostly(fc.subarray(STATUSES, { minLength: 1 })),
    currencies: mostly(fc.subarray(CURRENCIES, { minLength: 1 })),
    created: fc.oneof(fc.constant([undefined, undefined]), ranges),
    updated: fc.oneof({ weight: 3, arbitrary: fc.constant([undefined, undefined]) }, ranges),
    groupId: fc.option(fc.constant<string>(MERCHANT), { nil: undefined, freq: 8 }),
  })
  .map(({ created, updated, ...rest }) => ({
    ...rest,
    startDate: created[0],
    endDate: created[1],
    startUpdateDate: updated[0],
    endUpdateDate: updated[1],
  }));
type Query = typeof queries extends fc.Arbitrary<infer Q> ? Q : never;

function matching(query: Query): ModelOrder[] {
  const { startDate = '', endDate = '9', startUpdateDate = '', endUpdateDate = '9' } = query;
  const matches = model.filter(
    (order) =>
      (query.statuses ?? STATUSES).includes(order.status) &&
      (query.currencies ?? CURRENCIES).includes(order.currency) &&
      order.created >= startDate &&
      order.created <= endDate &&
      order.updated >= startUpdateDate &&
      order.updated <= endUpdateDate &&
      (query.groupId === undefined || order.group_id === query.groupId),
  );
  const key = SORTED_BY[query.sort.field];
  const ascending = matches.toSorted((a, b) => compare(a[key], b[key]) || compare(a.id, b.id));
  return query.sort.direction === 'asc' ? ascending : ascending.toReversed();
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}

async function list(query: Omit<Query, 'depth'> & { page: number }) {
  const caller: MerchantCaller = {
    scope: 'merchant',
    keyId: '',
    secret: '',
    expiresAt: null,
    merchantId: MERCHANT,
    version: 7n,
    methods: new Map(),
  };
  const page = await listPayins({ db: database.db }, caller, query);
  if (!page.ok) throw new Error('The settings are stale');
  const { total, rows } = page.value;
  return { total, ids: rows.map(({ id }: PayinRow) => id) };
}

describe('a list', () => {
  it('shows the same as a sorted and filtered copy of all orders, on every page', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.boolean(), async ({ depth, ...query }, folded) => {
        if (folded) await rollUpCounts({ db: database.db });
        const expected = matching({ depth, ...query });
        const page = 1 + Math.floor((expected.length * depth) / query.size);
        const from = (page - 1) * query.size;
        expect(await list({ ...query, page })).toEqual({
          total: expected.length,
          ids: expected.slice(from, from + query.size).map(({ id }) => id),
        });
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  it('neither repeats nor skips an order from page to page', async () => {
    for (const field of ['createDate', 'updateDate', 'amount'] as const) {
      const seen: string[] = [];
      const total = Math.ceil(model.length / 200);
      for (let page = 1; page <= total; page++) {
        const { ids } = await list({ ...ALL, sort: { field, direction: 'desc' }, page });
        seen.push(...ids);
      }
      expect(new Set(seen).size).toBe(model.length);
      expect(seen).toHaveLength(model.length);
    }
  });
});

const NEWEST: Sort = { field: 'createDate', direction: 'desc' };
const ALL = {
  size: 200,
  statuses: undefined,
  currencies: undefined,
  startDate: undefined,
  endDate: undefined,
  startUpdateDate: undefined,
  endUpdateDate: undefined,
  groupId: undefined,
};

describe('the counts', () => {
  it('neither miss nor double an order while orders are created and changes are rolled up', async () => {
    const totals: number[] = [];
    const made = 40;
    const making = (async () => {
      for (let number = 1; number <= made; number++) {
        await makePayins(database.db, MERCHANT, GATE, { prefix: `busy-${number}-`, orders: 1 });
      }
    })();
    const before = model.length;
    while (totals.at(-1) !== before + made) {
      totals.push((await list({ ...ALL, size: 1, sort: NEWEST, page: 1 })).total);
      await rollUpCounts({ db: database.db });
    }
    await making;
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(totals[0]).toBeGreaterThanOrEqual(before);
    model = await readModel();
  });

  it('hold no zeros once everything is rolled up', async () => {
    await rollUpCounts({ db: database.db });
    const { rows } = await sql<{ zeros: bigint; changes: bigint; all: bigint }>`
      select count(*) filter (where orders <= 0) as zeros,
        (select count(*) from order_count_changes) as changes,
        sum(orders) filter (where series = 'all' and merchant_id = ${MERCHANT})::bigint as all
      from order_counts`.execute(database.db);
    expect(rows).toEqual([{ zeros: 0n, changes: 0n, all: BigInt(model.length) }]);
  });
});
