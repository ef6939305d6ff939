import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#contract/schemas/list.ts';
import {
  boundsOfHour,
  HOURS_PER_DAY,
  SERIES,
  SORT_COLUMNS,
  type Series,
} from '../counters/series.ts';
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
  const { column: name, type, lowest, highest } = SORT_COLUMNS[field];
  const column = sql.ref(name);
  const typed = (value: string) => sql`${value}::${sql.raw(type)}`;
  const { start = lowest, end = highest } = range;
  const { value, id } =
    place ?? (direction === 'asc' ? { value: start, id: FIRST_ID } : { value: end, id: LAST_ID });
  return direction === 'asc'
    ? [sql`(${column}, id) >= (${typed(value)}, ${id}::uuid)`, sql`${column} <= ${typed(end)}`]
    : [sql`(${column}, id) < (${typed(value)}, ${id}::uuid)`, sql`${column} >= ${typed(start)}`];
}

/** Up to this offset, scanning costs less than looking up where to begin. */
const MAX_SCANNED_ORDERS = 1_000;

/**
 * Finds where to begin scanning for a page: at the hour in which the page begins, found from the sums of the hours
 * before it. Searches the days first, then within one of them. Less than an hour is left to scan. A sort by amount is
 * scanned from its start: its pages are never deep.
 */
export async function seek(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  offset: number,
): Promise<PageStart> {
  const fromStart = { place: undefined, offset };
  const range = rangeOfSort(filter, sort);
  if (sort.field === 'amount' || offset <= MAX_SCANNED_ORDERS || range === undefined) {
    return fromStart;
  }
  const series = SERIES[sort.field];
  const unbounded = { ...filter, created: {}, updated: {} };
  const passed = offset + (await countBeforeRange(trx, unbounded, sort, range));

  const day = await findBucket(trx, unbounded, sort, dayBuckets(series), passed);
  if (day === undefined) return fromStart;
  const left = passed - day.before;
  const hour = await findBucket(trx, unbounded, sort, hourBuckets(series, day.bucket), left);
  if (hour === undefined) return fromStart;
  return { place: placeOfHour(sort, hour.bucket), offset: left - hour.before };
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

function dayBuckets({ day, hour }: Series): Buckets {
  const ofChange = sql`floor(${sql.ref(hour)} / ${HOURS_PER_DAY}::numeric)::integer`;
  return { series: day, ofChange, within: undefined };
}

function hourBuckets({ hour }: Series, day: number): Buckets {
  const first = day * HOURS_PER_DAY;
  const within = sql`between ${first}::integer and ${first + HOURS_PER_DAY - 1}::integer`;
  return { series: hour, ofChange: sql.ref(hour), within };
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

function placeOfHour({ direction }: Sort, hour: number): Place {
  const { from, before } = boundsOfHour(hour);
  return { value: direction === 'asc' ? from : before, id: FIRST_ID };
}

export function directionOf({ direction }: Sort): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`;
}
