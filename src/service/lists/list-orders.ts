import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ListPayinsQuery, ListPayoutsQuery, Sort } from '#contract/schemas/list.ts';
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
import type { PayinRow, Tables } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { countOrders, totalOf, type Count } from './count.ts';
import { conditions, isNarrow, payinFilter, payoutFilter, type ListFilter } from './filter.ts';
import { directionOf, seek, type PageStart } from './seek.ts';

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
  db: Kysely<Tables>,
  caller: MerchantCaller,
  filter: ListFilter,
  { page, size, sort }: Pick<ListPayinsQuery, 'page' | 'size' | 'sort'>,
): Promise<ListPage<Row>> {
  // PGlite has one connection, and therefore no other snapshot.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    expectCurrent(caller, await selectVersion(trx, caller.merchantId));
    const counts = await countOrders(trx, filter);
    const total = totalOf(counts);
    const offset = (page - 1) * size;
    if (offset >= total) return { total, rows: [] };
    const landing = await seek(trx, filter, sort, offset);
    const rows = await selectPage<Row>(trx, filter, sort, counts, { ...landing, size });
    return { total, rows };
  });
}

async function selectVersion(
  trx: Kysely<Tables>,
  merchantId: string,
): Promise<{ configVersion: bigint } | undefined> {
  return trx
    .selectFrom('merchants')
    .select('config_version as configVersion')
    .where('id', '=', merchantId)
    .executeTakeFirst();
}

type Pair = Pick<Count, 'currency' | 'status'>;

/**
 * The orders of one page. The index has them in order for each pair of currency and status; the pairs
 * that occur are merged, and only the orders of the page itself are fetched. Order and limit stand in
 * each branch as well: without them the planner reads all of it, and sorts.
 */
async function selectPage<Row>(
  trx: Kysely<Tables>,
  filter: ListFilter,
  sort: Sort,
  pairs: readonly Pair[],
  page: PageStart & { size: number },
): Promise<Row[]> {
  const { table } = filter;
  const direction = directionOf(sort);
  const given = [...conditions(filter), ...(page.bound ? [page.bound] : [])];
  const column = sql.ref(SERIES[sort.field].column);
  const last = page.offset + page.size;
  const bounded = pairs.length <= MOST_PAIRS && sort.field === 'createDate' && given.length === 0;
  const first = bounded && FIRST.find((orders) => orders >= last);
  const most = first ? sql.lit(first) : sql`${last}::bigint`;
  const branches = branchesOf(filter, pairs).map(
    (branch) => sql`(
      select id, ${column} as sorted_by from ${sql.table(table)}
      where ${sql.join([sql`merchant_id = ${filter.merchantId}`, ...branch, ...given], sql` and `)}
      order by ${column} ${direction}, id ${direction} limit ${most}
    )`,
  );
  const query = sql<Row>`
    select ${sql.join(COLUMNS[table].map((name) => sql.ref(`orders.${name}`)))} from (
      select id, sorted_by from (
        select id, sorted_by from (${sql.join(branches, sql` union all `)}) merged
        order by sorted_by ${direction}, id ${direction} limit ${most}
      ) bounded
      order by sorted_by ${direction}, id ${direction}
      limit ${page.size} offset ${page.offset}
    ) page
    join ${sql.table(table)} as orders on orders.id = page.id
    order by page.sorted_by ${direction}, page.id ${direction}`.compile(trx);
  return first ? prepared(trx, query) : (await trx.executeQuery(query)).rows;
}

const COLUMNS = { payins: PAYIN_COLUMNS, payouts: PAYOUT_COLUMNS };

/**
 * By date of creation, pages that end within so many orders are prepared: their texts are few, and a connection keeps
 * up to 0.3 MiB for each. The bound is part of the text: of one that it does not know, the planner expects so
 * much that it would plan each page anew.
 */
const FIRST = [64, 128, 256] as const;
const MOST_PAIRS = 8;

/** A few orders are found without the sort's index, and then sorted. */
function branchesOf(filter: ListFilter, pairs: readonly Pair[]): RawBuilder<unknown>[][] {
  if (!isNarrow(filter)) {
    return pairs.map(({ currency, status }) => [
      sql`currency = ${currency}`,
      sql`status = ${status}`,
    ]);
  }
  const { currencies, statuses } = filter;
  return [[sql`currency in (${sql.join(currencies)})`, sql`status in (${sql.join(statuses)})`]];
}
