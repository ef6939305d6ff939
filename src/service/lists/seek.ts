import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#contract/schemas/list.ts';
import { FINAL_STATUSES, isFinal, ORDER_STATUSES } from '#domain/order/status.ts';
import { SERIES, type Series } from '../counters/series.ts';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import { counterKey, countOrders, totalOf, type Count } from './count.ts';
import { isNarrow, type ListFilter } from './filter.ts';
import { isOpen, type Range } from './range.ts';

/** Where to begin scanning, and how many orders to skip from there. */
export interface PageStart {
  /** Undefined for the beginning of the range. */
  place: Place | undefined;
  offset: number;
}

/** A position in a sort. Ascending, it includes the value and id; descending, it starts just below them. */
interface Place {
  value: string;
  id: string;
}

/** Ids before and after every order's id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Returns the conditions for orders from a place, or else from the range's beginning, to the range's end. Their
 * text is the same for every page of a sort.
 */
export function onwardsFrom(
  place: Place | undefined,
  { field, direction }: Sort,
  range: Range,
): RawBuilder<unknown>[] {
  const series: Series = SERIES[field];
  const column = sql.ref(series.column);
  const typed = (value: string) => sql`${value}::${sql.raw(series.type)}`;
  const { start = series.lowest, end = series.highest } = range;
  const { value, id } =
    place ?? (direction === 'asc' ? { value: start, id: FIRST_ID } : { value: end, id: LAST_ID });
  return direction === 'asc'
    ? [sql`(${column}, id) >= (${typed(value)}, ${id}::uuid)`, sql`${column} <= ${typed(end)}`]
    : [sql`(${column}, id) < (${typed(value)}, ${id}::uuid)`, sql`${column} >= ${typed(start)}`];
}

/** Up to this offset, scanning costs less than looking up where to begin. */
const MAX_SCANNED_ORDERS = 1_000;

/**
 * Finds where to begin scanning for a page: at the narrow bucket in which the page begins, found from the sums of
 * the buckets before it. Searches the wide buckets first, then within one of them. Less than a bucket is left to
 * scan, or less than a part of a divided bucket.
 */
export async function seek(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  offset: number,
): Promise<PageStart> {
  const fromStart = { place: undefined, offset };
  const range = rangeOfSort(filter, sort);
  if (offset <= MAX_SCANNED_ORDERS || range === undefined) return fromStart;
  const unbounded = { ...filter, created: {}, updated: {} };
  const passed = offset + (await countBeforeRange(trx, unbounded, sort, range));

  const series: Series = SERIES[sort.field];
  const wide = await findBucket(trx, unbounded, sort, wideBuckets(series), passed);
  if (wide === undefined) return fromStart;
  const { perWide } = series;
  const within = sql`between ${wide.bucket * perWide}::integer and ${(wide.bucket + 1) * perWide - 1}::integer`;
  const left = passed - wide.before;
  const narrow = await findBucket(trx, unbounded, sort, narrowBuckets(series, within), left);
  if (narrow === undefined) return fromStart;
  const passedThere = left - narrow.before;
  const part = await partOf(trx, unbounded, sort, narrow.bucket, passedThere);
  return part
    ? { place: part.place, offset: passedThere - Number(part.before) }
    : { place: placeOfBucket(sort, series, narrow.bucket), offset: passedThere };
}

/**
 * Returns the range of the sort column; undefined if the filter has another restriction than currencies and
 * statuses.
 */
export function rangeOfSort(filter: ListFilter, { field }: Sort): Range | undefined {
  const { created, updated } = filter;
  if (isNarrow(filter)) return undefined;
  if (field === 'createDate') return isOpen(updated) ? created : undefined;
  if (field === 'updateDate') return isOpen(created) ? updated : undefined;
  return isOpen(created) && isOpen(updated) ? {} : undefined;
}

/** Counts the orders that the sort puts before the range. */
async function countBeforeRange(
  trx: Db,
  unbounded: ListFilter,
  { field, direction }: Sort,
  { start, end }: Range,
): Promise<number> {
  const onwards = direction === 'asc' ? { start } : { end };
  if (isOpen(onwards)) return 0;
  const all: Count[] = await countOrders(trx, unbounded);
  const bounded = field === 'createDate' ? { created: onwards } : { updated: onwards };
  return totalOf(all) - totalOf(await countOrders(trx, { ...unbounded, ...bounded }));
}

interface Buckets {
  series: string;
  /** The bucket that a waiting change belongs to. */
  ofChange: RawBuilder<unknown>;
  within: RawBuilder<unknown> | undefined;
}

function wideBuckets({ wide, narrow, perWide }: Series): Buckets {
  const ofChange = sql`floor(${sql.ref(narrow)} / ${perWide}::numeric)::integer`;
  return { series: wide, ofChange, within: undefined };
}

function narrowBuckets({ narrow }: Series, within: RawBuilder<unknown>): Buckets {
  return { series: narrow, ofChange: sql.ref(narrow), within };
}

/**
 * Finds the bucket of the order that has `passed` orders before it, and the number of orders before that bucket;
 * undefined if there are not that many orders.
 */
async function findBucket(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  { series, ofChange, within }: Buckets,
  passed: number,
): Promise<{ bucket: number; before: number } | undefined> {
  const direction = directionOf(sort);
  const limited = (column: RawBuilder<unknown>) => (within ? sql`and ${column} ${within}` : sql``);
  const query = sql<{ bucket: number; before: bigint }>`
    select bucket, before::bigint from (
      select bucket, sum(orders) as orders,
        sum(sum(orders)) over (order by bucket ${direction}) - sum(orders) as before
      from (
        select bucket, orders from order_counts
        where ${counterKey(filter)} and series = ${series} ${limited(sql`bucket`)}
        union all
        select ${ofChange} as bucket, orders from ${WAITING_CHANGES}
        where ${counterKey(filter)} ${limited(ofChange)}
      ) parts group by bucket
    ) buckets
    where before <= ${passed}::bigint and ${passed}::bigint < before + orders`;
  const [found] = await prepared(trx, query.compile(trx));
  return found && { bucket: found.bucket, before: Number(found.before) };
}

function placeOfBucket({ direction }: Sort, series: Series, bucket: number): Place {
  const { from, before } = series.bounds(bucket);
  return { value: direction === 'asc' ? from : before, id: FIRST_ID };
}

async function partOf(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  bucket: number,
  passed: number,
): Promise<FoundPart | undefined> {
  if (sort.field !== 'amount') return undefined;
  return findPart(trx, filter, sort, bucket, passed);
}

export function directionOf({ direction }: Sort): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`;
}

/** Where a part of a narrow amount bucket begins, and how many of the bucket's orders the sort puts before that. */
interface FoundPart {
  place: Place;
  before: bigint;
}

/**
 * The window of the rows that the sort puts before a part's start. Descending, these include the part's own rows
 * and the order at the start.
 */
const BEFORE_START = {
  asc: sql`order by amount, id, is_start desc rows between unbounded preceding and 1 preceding`,
  desc: sql`order by amount desc, id desc, is_start rows unbounded preceding`,
};

/**
 * Finds the last part of a bucket that has at most `passed` orders before its start. An ended order counts at the
 * start of its part, or by itself while its change waits. Orders that have not ended are looked up.
 *
 * @returns undefined if there is no such part, if the bucket is not divided, or if the previous release runs beside
 *   this one and its parts cannot be trusted: a change of that release waits, or was added to the bucket but not to
 *   a part
 */
export async function findPart(
  trx: Db,
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
  const query = sql<Place & { before: bigint }>`
    with parts as materialized (
      select from_amount_minor, from_id, currency, status, orders from amount_part_counts
      where ${counterKey(ended)} and amount_narrow = ${bucket}
    ), waiting as materialized (
      select amount_minor, order_id, orders from ${WAITING_CHANGES}
      where ${counterKey(ended)} and amount_narrow = ${bucket}
    )
    select amount::text as value, id, before from (
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
    order by before desc limit 1`;
  const [found] = await prepared(trx, query.compile(trx));
  return found && { place: { value: found.value, id: found.id }, before: found.before };
}

/**
 * Selects the bucket's orders that have not ended, which are few, by one index probe for each pair of currency and
 * status.
 */
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
