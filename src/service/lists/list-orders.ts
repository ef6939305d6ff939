import { sql, type RawBuilder } from 'kysely';
import type { ListPayinsQuery, ListPayoutsQuery, Sort } from '#contract/schemas/list.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { failure, success, type Result } from '#domain/result.ts';
import { SERIES } from '../counters/series.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import {
  countCardNumbers,
  spendComparisons,
  type TooManyComparisons,
} from '../orders/card-comparisons.ts';
import { PAYIN_COLUMNS } from '../payins/store/payins.ts';
import { PAYOUT_COLUMNS } from '../payouts/store.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../platform/database/statement.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { countOrders, totalOf, type Count } from './count.ts';
import { conditions, isNarrow, payinFilter, payoutFilter, type ListFilter } from './filter.ts';
import { directionOf, onwardsFrom, rangeOfSort, seek, type PageStart } from './seek.ts';

/** One page of a merchant's payins, with the exact number of all that match (decision 9). */
export async function listPayins(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  query: ListPayinsQuery,
): Promise<ListPage<PayinRow>> {
  return listOrders(db, caller, payinFilter(caller.merchantId, query), query);
}

/**
 * One page of a merchant's payouts, with the exact number of all that match (decision 9). Full card
 * numbers among the accounts count against what the key may compare.
 *
 * @throws StaleSettings
 */
export async function listPayouts(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  caller: MerchantCaller,
  query: ListPayoutsQuery,
): Promise<Result<ListPage<PayoutRow>, TooManyComparisons>> {
  const compared = countCardNumbers(query.accounts ?? []);
  const refusal = await spendComparisons(db, caller.keyId, compared);
  if (refusal) return failure(refusal);
  const filter = payoutFilter(keyring, caller.merchantId, query);
  return success(await listOrders<PayoutRow>(db, caller, filter, query));
}

interface ListPage<Row> {
  /** Of all pages. */
  total: number;
  rows: Row[];
}

/**
 * One page of a merchant's orders, with the exact number of all that match. Counts, the place of the
 * page and its content are read in one snapshot: what happens meanwhile repeats and skips no order.
 *
 * @throws StaleSettings
 */
async function listOrders<Row>(
  db: Db,
  caller: MerchantCaller,
  filter: ListFilter,
  { page, size, sort }: Pick<ListPayinsQuery, 'page' | 'size' | 'sort'>,
): Promise<ListPage<Row>> {
  // PGlite has one connection, and therefore no other snapshot.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    const planning = rangeOfSort(filter, sort) ? 'force_generic_plan' : 'auto';
    const [merchant] = await beginList(trx, { merchantId: filter.merchantId, planning });
    expectCurrent(caller, merchant);
    const counts = await countOrders(trx, filter);
    const total = totalOf(counts);
    const offset = (page - 1) * size;
    if (offset >= total) return { total, rows: [] };
    const start = await seek(trx, filter, sort, offset);
    const rows = await selectPage<Row>(trx, filter, sort, counts, { ...start, size });
    return { total, rows };
  });
}

/**
 * The version of the settings. From here on the transaction's prepared statements are planned once, where that is asked for: by
 * its estimate of pages that it does not know, PostgreSQL would plan each anew, which takes longer than to read it.
 */
const beginList = statement(
  'begin_list',
  (db, slot: Slot<{ merchantId: string; planning: 'auto' | 'force_generic_plan' }>) =>
    sql<{ configVersion: bigint }>`
      select config_version as "configVersion", set_config('plan_cache_mode', ${slot('planning')}, true)
      from merchants where id = ${slot('merchantId')}`.compile(db),
);

type Pair = Pick<Count, 'currency' | 'status'>;

/**
 * The orders of one page. The index has them in order for each pair of currency and status; the pairs
 * that occur are merged, and only the orders of the page itself are fetched. Order and limit stand in
 * each branch as well: without them the planner reads all of it, and sorts. Their ids are found first: of
 * a join the planner would expect more rows, and might read the whole table.
 */
async function selectPage<Row>(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  pairs: readonly Pair[],
  { place, offset, size }: PageStart & { size: number },
): Promise<Row[]> {
  const table = sql.table(filter.table);
  const column = sql.ref(SERIES[sort.field].column);
  const direction = directionOf(sort);
  const range = rangeOfSort(filter, sort);
  const given = [
    sql`merchant_id = ${filter.merchantId}`,
    ...onwardsFrom(place, sort, range ?? {}),
    ...(range ? [] : conditions(filter)),
  ];
  const branches = branchesOf(filter, pairs).map(
    (branch) => sql`(
      select id, ${column} as sorted_by from ${table}
      where ${sql.join([...given, ...branch], sql` and `)}
      order by ${column} ${direction}, id ${direction} limit ${offset + size}::bigint
    )`,
  );
  const query = sql<Row>`
    select ${sql.join(COLUMNS[filter.table].map((name) => sql.ref(name)))} from ${table}
    where id = any(array(
      select id from (${sql.join(branches, sql` union all `)}) merged
      order by sorted_by ${direction}, id ${direction}
      limit ${size} offset ${offset}
    ))
    order by ${column} ${direction}, id ${direction}`.compile(trx);
  return range ? prepared(trx, query) : (await trx.executeQuery(query)).rows;
}

const COLUMNS = { payins: PAYIN_COLUMNS, payouts: PAYOUT_COLUMNS };

/** A few orders are found without the sort's index, and then sorted. */
function branchesOf(filter: ListFilter, pairs: readonly Pair[]): RawBuilder<unknown>[][] {
  if (!isNarrow(filter)) {
    return padded(pairs).map(({ currency, status }) => [
      sql`currency = ${currency}`,
      sql`status = ${status}`,
    ]);
  }
  const { currencies, statuses } = filter;
  return [[sql`currency in (${sql.join(currencies)})`, sql`status in (${sql.join(statuses)})`]];
}

/** To as many as whole currencies would have, so that there are few texts. No order has the empty status. */
function padded(pairs: readonly Pair[]): { currency: string; status: string }[] {
  const currencies = Math.ceil(pairs.length / ORDER_STATUSES.length);
  const length = currencies * ORDER_STATUSES.length;
  return Array.from({ length }, (_, index) => pairs[index] ?? { currency: '', status: '' });
}
