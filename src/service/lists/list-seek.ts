import type { Sort } from '#contract/schemas/list.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import { findPart, type FoundPart } from './find-part.ts';
import { counterKey, countOrders, totalOf, type Count } from './list-counts.ts';
import { isNarrow, type ListFilter } from './list-filter.ts';
import { isOpen, type Range } from './list-range.ts';
import { SERIES, type Series } from './list-series.ts';

type Db = Kysely<Tables>;

/** Where to begin to scan: a bound in the sort's order, and how many orders to pass from there. */
export interface PageStart {
  bound: RawBuilder<unknown> | undefined;
  offset: number;
}

/** Up to here, scanning costs less than looking up where to begin. */
const MAX_SCANNED_ORDERS = 1_000;

/**
 * Finds the narrow bucket in which the page begins, by what all the buckets before it hold together:
 * first among the wide ones, then within one. What is left to scan is less than a bucket, or a part of one.
 */
export async function seek(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  offset: number,
): Promise<PageStart> {
  const fromStart = { bound: undefined, offset };
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
    ? startOfPart(sort, part, passedThere - Number(part.before))
    : pageStart(sort, series, narrow.bucket, passedThere);
}

/** The range of the column that is sorted by; undefined when something else is filtered by as well. */
function rangeOfSort(filter: ListFilter, { field }: Sort): Range | undefined {
  const { created, updated } = filter;
  if (isNarrow(filter)) return undefined;
  if (field === 'createDate') return isOpen(updated) ? created : undefined;
  if (field === 'updateDate') return isOpen(created) ? updated : undefined;
  return isOpen(created) && isOpen(updated) ? {} : undefined;
}

/** How many orders the sort puts before the first of the range. */
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
  /** The bucket of a change. */
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

/** The bucket of the order that has so many before it; undefined when there are not so many. */
async function findBucket(
  trx: Db,
  filter: ListFilter,
  sort: Sort,
  { series, ofChange, within }: Buckets,
  passed: number,
): Promise<{ bucket: number; before: number } | undefined> {
  const direction = directionOf(sort);
  const limited = (column: RawBuilder<unknown>) => (within ? sql`and ${column} ${within}` : sql``);
  const { rows } = await sql<{ bucket: number; before: bigint }>`
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
    where before <= ${passed}::bigint and ${passed}::bigint < before + orders`.execute(trx);
  const [found] = rows;
  return found && { bucket: found.bucket, before: Number(found.before) };
}

function pageStart({ direction }: Sort, series: Series, bucket: number, offset: number): PageStart {
  const column = sql.ref(series.column);
  const type = sql.raw(series.type);
  const { from, before } = series.bounds(bucket);
  const bound =
    direction === 'asc' ? sql`${column} >= ${from}::${type}` : sql`${column} < ${before}::${type}`;
  return { bound, offset };
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

function startOfPart({ direction }: Sort, { amount, id }: FoundPart, offset: number): PageStart {
  const comparison = direction === 'asc' ? sql`>=` : sql`<`;
  const bound = sql`(amount_minor, id) ${comparison} (${amount}::bigint, ${id}::uuid)`;
  return { bound, offset };
}

export function directionOf({ direction }: Sort): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`;
}
