import { sql, type RawBuilder } from 'kysely';
import type { Currency } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { SERIES, type Series } from '../counters/series.ts';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import { conditions, isNarrow, within, type ListFilter } from './filter.ts';
import { cutRange, isOpen, type BucketSpan, type Range } from './range.ts';

/** The number of a merchant's matching orders with one currency and status. */
export interface Count {
  currency: Currency;
  status: OrderStatus;
  orders: bigint;
}

/**
 * Counts the matching orders by currency and status, exactly, in the snapshot of `trx`. Pairs without orders are
 * left out. If the filter has only currencies, statuses and one date range, it reads counts, and orders only in the
 * hours in which the range begins and ends.
 */
export async function countOrders(trx: Db, filter: ListFilter): Promise<Count[]> {
  const parts = countParts(filter);
  const query = sql<Count>`
    select currency, status, sum(orders)::bigint as orders
    from (${sql.join(parts, sql` union all `)}) parts
    group by currency, status having sum(orders) <> 0`.compile(trx);
  return isCounted(filter) ? prepared(trx, query) : (await trx.executeQuery(query)).rows;
}

export function totalOf(counts: readonly Count[]): number {
  return Number(counts.reduce((total, { orders }) => total + orders, 0n));
}

/** Returns whether stored counts cover the filter; otherwise its orders are counted one by one. */
function isCounted(filter: ListFilter): boolean {
  return !isNarrow(filter) && (isOpen(filter.created) || isOpen(filter.updated));
}

function countParts(filter: ListFilter): RawBuilder<unknown>[] {
  const { created, updated } = filter;
  if (!isCounted(filter)) return [countByFilter(filter)];
  if (!isOpen(created)) return partsOfRange(filter, created, SERIES.createDate);
  if (!isOpen(updated)) return partsOfRange(filter, updated, SERIES.updateDate);
  return [counted(filter, sql`series = 'all'`), changed(filter)];
}

function partsOfRange(filter: ListFilter, range: Range, series: Series): RawBuilder<unknown>[] {
  const { hours, wholeDays, wholeHours, edges } = cutRange(range);
  const inSeries = (name: string) => (span: BucketSpan) =>
    counted(filter, sql`series = ${name} and ${spanned('bucket', span)}`);
  return [
    ...wholeDays.map(inSeries(series.day)),
    ...wholeHours.map(inSeries(series.hour)),
    ...(hours ? [changed(filter, spanned(series.hour, hours))] : []),
    ...edges.map((edge) => countPairByPair(filter, within(series.column, edge))),
  ];
}

function spanned(column: string, { from, before }: BucketSpan): RawBuilder<unknown> {
  return sql`${sql.ref(column)} >= ${from}::integer and ${sql.ref(column)} < ${before}::integer`;
}

function counted(filter: ListFilter, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select currency, status, orders from order_counts
    where ${counterKey(filter)} and ${condition}`;
}

/** Selects the changes that are not rolled up yet. */
function changed(filter: ListFilter, condition = sql`true`): RawBuilder<unknown> {
  return sql`select currency, status, orders from ${WAITING_CHANGES}
    where ${counterKey(filter)} and ${condition}`;
}

export function counterKey(filter: ListFilter): RawBuilder<unknown> {
  return sql`merchant_id = ${filter.merchantId} and direction = ${filter.direction}
    and currency = any(${filter.currencies}::text[]) and status = any(${filter.statuses}::text[])`;
}

/**
 * Counts by one index probe for each pair of currency and status, whatever the planner would choose for all of
 * them.
 */
function countPairByPair(filter: ListFilter, given: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const matches = sql.join(
    [
      sql`merchant_id = ${filter.merchantId}`,
      sql`orders.currency = pair.currency`,
      sql`orders.status = pair.status`,
      ...given,
    ],
    sql` and `,
  );
  return sql`select pair.currency, pair.status, counted.orders
    from (
      select * from unnest(${filter.currencies}::text[]) as currency
      cross join unnest(${filter.statuses}::text[]) as status
    ) pair
    cross join lateral (
      select count(*) as orders from ${sql.table(filter.table)} as orders where ${matches}
    ) counted`;
}

function countByFilter(filter: ListFilter): RawBuilder<unknown> {
  const matches = [
    sql`merchant_id = ${filter.merchantId}`,
    sql`currency in (${sql.join(filter.currencies)})`,
    sql`status in (${sql.join(filter.statuses)})`,
    ...conditions(filter),
  ];
  return sql`select currency, status, count(*) as orders from ${sql.table(filter.table)}
    where ${sql.join(matches, sql` and `)} group by currency, status`;
}
