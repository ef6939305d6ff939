import { sql, type RawBuilder } from 'kysely';
import type { ListPayinsQuery, ListPayoutsQuery, Sort } from '#contract/schemas/list.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { failure, success, type Result } from '#domain/result.ts';
import { SORT_COLUMNS } from '../counters/series.ts';
import {
  isCurrent,
  STALE,
  type MerchantCaller,
  type StaleSettings,
} from '../merchants/settings.ts';
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

/** Returns one page of a merchant's payins, with the exact number of all that match (decision 9). */
export async function listPayins(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  query: ListPayinsQuery,
): Promise<Result<ListPage<PayinRow>, StaleSettings>> {
  return listOrders(db, caller, payinFilter(caller.merchantId, query), query);
}

/**
 * Returns one page of a merchant's payouts, with the exact number of all that match (decision 9). Full card numbers
 * among the accounts use up the key's limit of card comparisons.
 */
export async function listPayouts(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  caller: MerchantCaller,
  query: ListPayoutsQuery,
): Promise<Result<ListPage<PayoutRow>, TooManyComparisons | StaleSettings>> {
  const compared = countCardNumbers(query.accounts ?? []);
  const refusal = await spendComparisons(db, caller.keyId, compared);
  if (refusal) return failure(refusal);
  const filter = payoutFilter(keyring, caller.merchantId, query);
  return listOrders<PayoutRow>(db, caller, filter, query);
}

interface ListPage<Row> {
  /** The number of orders on all pages. */
  total: number;
  rows: Row[];
}

/**
 * Returns one page of a merchant's orders, with the exact number of all that match. Reads the counts, the place of
 * the page and its content in one snapshot, so that concurrent changes neither repeat nor skip an order.
 */
async function listOrders<Row>(
  db: Db,
  caller: MerchantCaller,
  filter: ListFilter,
  { page, size, sort }: Pick<ListPayinsQuery, 'page' | 'size' | 'sort'>,
): Promise<Result<ListPage<Row>, StaleSettings>> {
  // PGlite has one connection, so nothing else runs during this transaction.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    const planning = rangeOfSort(filter, sort) ? 'force_generic_plan' : 'auto';
    const [merchant] = await beginList(trx, { merchantId: filter.merchantId, planning });
    if (!isCurrent(caller, merchant)) return failure(STALE);
    const counts = await countOrders(trx, filter);
    const total = totalOf(counts);
    const offset = (page - 1) * size;
    if (offset >= total) return success({ total, rows: [] });
    const start = await seek(trx, filter, sort, offset);
    const rows = await selectPage<Row>(trx, filter, sort, counts, { ...start, size });
    return success({ total, rows });
  });
}

/**
 * Reads the version of the merchant's settings, and sets how the transaction plans its prepared statements. With
 * `force_generic_plan` it plans each statement once. With `auto`, PostgreSQL would plan every page anew, because it
 * cannot estimate a page it does not know, and planning takes longer than reading the page.
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
 * Selects the orders of one page. The index has them in order within each pair of currency and status; this merges
 * the pairs that occur, and fetches only the orders of the page. Each branch repeats the order and limit: without
 * them the planner would read the whole branch and sort it. The ids are selected first, because for a join the
 * planner would expect more rows and might read the whole table.
 */
async function selectPage<Row>(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  pairs: readonly Pair[],
  { place, offset, size }: PageStart & { size: number },
): Promise<Row[]> {
  const table = sql.table(filter.table);
  const column = sql.ref(SORT_COLUMNS[sort.field].column);
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

/**
 * Returns the conditions of each branch: one branch per pair, or a single one for a narrow filter, whose few orders
 * are found without the sort's index and then sorted.
 */
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

/**
 * Pads the pairs to a multiple of the number of statuses, so that there are few statement texts. No order has the
 * empty status.
 */
function padded(pairs: readonly Pair[]): { currency: string; status: string }[] {
  const currencies = Math.ceil(pairs.length / ORDER_STATUSES.length);
  const length = currencies * ORDER_STATUSES.length;
  return Array.from({ length }, (_, index) => pairs[index] ?? { currency: '', status: '' });
}
