import { sql, type Kysely, type RawBuilder } from 'kysely';
import { countsOf } from '../orders/count-changes.ts';
import type { ServiceContext } from '../platform/context.ts';
import { tryTurn } from '../platform/database/exclusive-work.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isTimeFor, setDue } from '../platform/database/timed-work.ts';
import { countInParts, LARGE } from './amount-parts.ts';
import type { Pauses } from './pauses.ts';
import { markStale } from './stale-hours.ts';

/** Changes added in by one transaction. */
const BATCH = 20_000;
/** As many are added in at once: a list is not to read more of them. */
const MANY = 4_000;
/** Of all cells together one is at it in so long: the more changes there are of a merchant, the less each costs. */
const APART_MS = 5_000;

/**
 * Adds to `order_counts` what statements have appended to `order_count_changes`, so that a list has few
 * of them to read. Nothing depends on when: a list adds the changes that are left. One process at a time
 * does it; whoever finds another at it has nothing to do.
 *
 * @param large see `countInParts`
 * @returns how many changes were added in
 */
export async function foldOrderCounts(
  { db }: Pick<ServiceContext, 'db'>,
  large = LARGE,
): Promise<number> {
  let folded = 0;
  for (;;) {
    const batch = await db
      .transaction()
      .execute(async (trx) =>
        (await tryTurn(trx, 'fold-order-counts')) ? foldBatch(trx, large) : 0,
      );
    folded += batch;
    if (batch < BATCH) return folded;
  }
}

/**
 * Whether any wait. The index knows which are gone; the table's pages are full of them, and the more
 * orders move, the more pages a scan would read each second.
 */
export const ANY_WAITING = sql<boolean>`(
  select number from order_count_changes order by merchant_id, number limit 1) is not null`;

/** Whether there are enough of them, or it is time. */
export function isFoldDue(now: QueryTime): RawBuilder<boolean> {
  return sql<boolean>`((${ANY_WAITING} and ${isTimeFor('fold-order-counts', now)}) or (
    select number from order_count_changes order by merchant_id, number offset ${MANY} limit 1) is not null)`;
}

/** The same as `foldOrderCounts`, and not soon again. */
export async function foldDueCounts(
  { db, now, place }: Pick<ServiceContext, 'db' | 'now' | 'place'>,
  pauses: Pauses,
): Promise<void> {
  pauses.did(place.cell, APART_MS);
  await setDue(db, 'fold-order-counts', new Date(now().getTime() + pauses.nextMs()));
  await foldOrderCounts({ db });
}

/**
 * Counts that have become zero are taken out: most orders leave the hour that they change in behind. What there was is
 * looked up before any of it changes: Citus does the parts of a statement in turn, and each sees what others did.
 */
async function foldBatch(trx: Kysely<Tables>, large: number): Promise<number> {
  const key = sql`merchant_id, direction, currency, status`;
  const isKept = (sums: RawBuilder<unknown>) => sql`
    kept.merchant_id = ${sums}.merchant_id and kept.direction = ${sums}.direction
    and kept.series = ${sums}.series and kept.bucket = ${sums}.bucket
    and kept.currency = ${sums}.currency and kept.status = ${sums}.status`;
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from order_count_changes change
      using (
        select merchant_id, number from order_count_changes order by merchant_id, number limit ${BATCH}
      ) oldest
      where change.merchant_id = oldest.merchant_id and change.number = oldest.number
      returning change.*
    ), ${markStale(sql`taken`)}, sides as ${countsOf(sql`taken`)}, narrow as (
      select ${key}, 'created_hour' as series, created_hour as bucket, sum(orders) as orders
        from sides group by ${key}, bucket
      union all
      select ${key}, 'updated_hour', updated_hour, sum(orders) from sides group by ${key}, updated_hour
      union all
      select ${key}, 'amount_narrow', amount_narrow, sum(orders) from sides group by ${key}, amount_narrow
    ), wide as (
      select ${key}, wider.name as series, floor(bucket / wider.buckets)::integer as bucket, sum(orders) as orders
        from narrow
        join (values ('created_hour', 'created_day', 24.0), ('updated_hour', 'updated_day', 24.0),
          ('amount_narrow', 'amount_wide', 100.0)) as wider (series, name, buckets) using (series)
        group by ${key}, wider.name, 6
    ), whole as (
      select ${key}, 'all' as series, 0 as bucket, sum(orders) as orders from sides group by ${key}
    ), sums as (
      select * from (table narrow union all table wide union all table whole) series where orders <> 0
    ), met as materialized (
      select sums.*, kept.orders as had from sums left join order_counts kept on ${isKept(sql`sums`)}
    ), emptied as (
      delete from order_counts kept using met where ${isKept(sql`met`)} and met.had + met.orders = 0
    ), changed as (
      update order_counts kept set orders = kept.orders + met.orders
      from met where ${isKept(sql`met`)} and met.had + met.orders <> 0
    ), begun as (
      insert into order_counts (${key}, series, bucket, orders)
      select ${key}, series, bucket, orders from met where had is null
    ), ${countInParts(sql`sides`, sql`met`, large)}
    select count(*)::integer as folded from taken`.execute(trx);
  return rows[0]?.folded ?? 0;
}
