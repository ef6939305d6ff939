import type { Sort } from '#contract/schemas/list.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import type { Count } from './list-counts.ts';
import { conditions, isNarrow, type ListFilter } from './list-filter.ts';
import { directionOf, type PageStart } from './list-seek.ts';
import { SERIES } from './list-series.ts';

type Pair = Pick<Count, 'currency' | 'status'>;

/**
 * The orders of one page. The index has them in order for each pair of currency and status; the pairs
 * that occur are merged, and only the orders of the page itself are fetched. Order and limit stand in
 * each branch as well: without them the planner reads all of it, and sorts.
 */
export async function selectPage<Row>(
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
  const branches = branchesOf(filter, pairs).map(
    (branch) => sql`(
      select id, ${column} as sorted_by from ${sql.table(table)}
      where ${sql.join([sql`merchant_id = ${filter.merchantId}`, ...branch, ...given], sql` and `)}
      order by ${column} ${direction}, id ${direction} limit ${page.offset + page.size}::bigint
    )`,
  );
  const { rows } = await sql<Row>`
    select orders.* from (
      select id, sorted_by from (${sql.join(branches, sql` union all `)}) merged
      order by sorted_by ${direction}, id ${direction}
      limit ${page.size} offset ${page.offset}
    ) page
    join ${sql.table(table)} as orders on orders.id = page.id
    order by page.sorted_by ${direction}, page.id ${direction}`.execute(trx);
  return rows;
}

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
