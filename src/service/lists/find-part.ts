import { FINAL_STATUSES, ORDER_STATUSES, isFinal } from '#domain/order/status.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Sort } from '#contract/schemas/list.ts';
import type { Tables } from '../platform/database/schema.ts';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import { counterKey } from './list-counts.ts';
import type { ListFilter } from './list-filter.ts';
import { SERIES } from './list-series.ts';

/** Where a part of a narrow bucket of amounts begins, and how many orders of the bucket the sort has before that. */
export interface FoundPart {
  amount: string;
  id: string;
  before: bigint;
}

/** What a part has is in front of its start in a descending sort, with the order that it starts at. */
const BEFORE_START = {
  asc: sql`order by amount, id, is_start desc rows between unbounded preceding and 1 preceding`,
  desc: sql`order by amount desc, id desc, is_start rows unbounded preceding`,
};

/**
 * The last of the starts of a bucket's parts that has no more orders before it than so many. What has ended counts
 * where its part begins, and by itself as long as it waits to be added in; what has not ended is looked up.
 *
 * @returns undefined where there is none; where the bucket is not divided; and where a change waits that the release
 *   before has added, or the parts do not add up to what the bucket has, because that release has added some in
 */
export async function findPart(
  trx: Kysely<Tables>,
  filter: ListFilter,
  { direction }: Sort,
  bucket: number,
  passed: number,
): Promise<FoundPart | undefined> {
  const ended = {
    ...filter,
    statuses: FINAL_STATUSES.filter((status) => filter.statuses.includes(status)),
  };
  if (ended.statuses.length === 0) return undefined;
  const { rows } = await sql<FoundPart>`
    with parts as materialized (
      select from_amount_minor, from_id, currency, status, orders from amount_part_counts
      where ${counterKey(ended)} and amount_narrow = ${bucket}
    ), waiting as materialized (
      select amount_minor, order_id, orders from ${WAITING_CHANGES}
      where ${counterKey(ended)} and amount_narrow = ${bucket}
    )
    select amount::text, id, before from (
      select amount, id, is_start, coalesce(sum(orders) over (${BEFORE_START[direction]}), 0) as before
      from (
        select from_amount_minor as amount, from_id as id, sum(orders)::integer as orders, true as is_start
        from parts group by amount, id
        union all
        select amount_minor, order_id, orders, false from waiting
        union all
        select amount_minor, id, 1, false from (${openOrders(filter, bucket)}) open
      ) points
    ) places
    where is_start and before <= ${passed}::bigint
      and not exists (select from waiting where order_id is null)
      and not exists (${differences(ended, bucket)})
    order by before desc limit 1`.execute(trx);
  return rows[0];
}

/** An index probe for each pair of currency and status: there are few that have not ended. */
function openOrders(filter: ListFilter, bucket: number): RawBuilder<unknown> {
  const open = ORDER_STATUSES.filter(
    (status) => !isFinal(status) && filter.statuses.includes(status),
  );
  const { from, before } = SERIES.amount.bounds(bucket);
  return sql`
    select listed.amount_minor, listed.id
    from unnest(${filter.currencies}::text[]) as currency
    cross join unnest(${open}::text[]) as status
    cross join lateral (
      select amount_minor, id from ${sql.table(filter.table)} as orders
      where merchant_id = ${filter.merchantId} and orders.currency = currency.currency
        and orders.status = status.status
        and amount_minor >= ${from}::bigint and amount_minor < ${before}::bigint
    ) listed
    where exists (select from parts)`;
}

function differences(ended: ListFilter, bucket: number): RawBuilder<unknown> {
  return sql`
    select from (
      select currency, status, sum(orders) as orders from parts group by currency, status
    ) parts full join (
      select currency, status, orders from order_counts
      where ${counterKey(ended)} and series = 'amount_narrow' and bucket = ${bucket}
    ) counts using (currency, status)
    where coalesce(parts.orders, 0) <> coalesce(counts.orders, 0)`;
}
