import { sql, type RawBuilder } from 'kysely';
import { countsOf } from '../orders/count-changes.ts';
import type { ServiceContext } from '../platform/context.ts';
import { tryTurn, type QueryTime, isTimeFor, setDue } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import { countInParts, IS_FINAL, LARGE } from './amount-parts.ts';
import { markStale } from './stale-hours.ts';
import type { Pauses } from './pauses.ts';

/** Stands for all merchants together where a merchant's counts are. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/** Changes added in by one transaction. */
const BATCH = 20_000;
/** As many are added in at once: a list is not to read more of them. */
const MANY = 4_000;
/** Of all cells together one is at it in so long: the more changes there are of a merchant, the less each costs. */
const APART_MS = 5_000;

/**
 * Adds to `order_counts` what statements have appended to `order_count_changes`, so that a list has few
 * of them to read. Nothing depends on when: a list adds the changes that are left. One process at a time
 * does it; another one finds that, and has nothing to do.
 *
 * @param large see `countInParts`
 * @returns how many changes were added in
 */
export async function rollUpCounts(
  { db }: Pick<ServiceContext, 'db'>,
  large = LARGE,
): Promise<number> {
  let added = 0;
  for (;;) {
    const batch = await db
      .transaction()
      .execute(async (trx) =>
        (await tryTurn(trx, 'fold-order-counts')) ? rollUpBatch(trx, large) : 0,
      );
    added += batch;
    if (batch < BATCH) return added;
  }
}

/**
 * Whether any wait. The index knows which are gone; the table's pages are full of them, and the more
 * orders move, the more pages a scan would read each second.
 */
export const ANY_WAITING = sql<boolean>`(
  select number from order_count_changes order by merchant_id, number limit 1) is not null`;

/** Whether there are enough of them, or it is time. */
export function isRollUpDue(now: QueryTime): RawBuilder<boolean> {
  return sql<boolean>`((${ANY_WAITING} and ${isTimeFor('fold-order-counts', now)}) or (
    select number from order_count_changes order by merchant_id, number offset ${MANY} limit 1) is not null)`;
}

/** The same as `rollUpCounts`, and not soon again. */
export async function rollUpDueCounts(
  { db, now, place }: Pick<ServiceContext, 'db' | 'now' | 'place'>,
  pauses: Pauses,
): Promise<void> {
  pauses.did(place.cell, APART_MS);
  await setDue(db, 'fold-order-counts', new Date(now().getTime() + pauses.nextMs()));
  await rollUpCounts({ db });
}

async function rollUpBatch(trx: Db, large: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with taken as (
      delete from order_count_changes change
      using (
        select merchant_id, number from order_count_changes order by merchant_id, number limit ${BATCH}
      ) oldest
      where change.merchant_id = oldest.merchant_id and change.number = oldest.number
      returning change.*
    ), ${markStale(sql`taken`)}, sides as materialized (
      ${withCode(countsOf(sql`taken`))}
    ), lines as (
      select ${KEY}, 'created_hour' as series, created_hour as bucket, '' as code, orders,
        coalesce(amount_minor, 0) * orders as amount_minor, case when order_id is null then 0 else orders end as with_amount
        from sides
      union all
      select ${KEY}, 'code_hour', created_hour, code, orders, amount_minor * orders, orders
        from sides where code <> ''
      union all
      select ${KEY}, 'updated_hour', updated_hour, '', orders, 0, 0 from sides
      union all
      select ${KEY}, 'amount_narrow', amount_narrow, '', orders, 0, 0 from sides
      union all
      select ${KEY}, credited.series, credited.bucket, ${brandOf(sql`order_id`)}, orders, 0, 0
        from sides cross join lateral ${creditedBuckets(dayOf(sql`updated_hour`))} where ${IS_CREDITED}
    ), ${addLines(sql`lines`)}, ${countInParts(sql`sides`, sql`met`, large)}
    select count(*)::integer as added from taken`.execute(trx);
  return rows[0]?.added ?? 0;
}

const KEY = sql`merchant_id, direction, currency, status`;

/** Payins that were credited: a SUCCESS is final, and last moved when its amount was. */
export const IS_CREDITED = sql`direction = 'payin' and status = 'SUCCESS'`;

/** Days since 1970 in UTC. */
export function dayOf(hour: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(${hour} / 24.0)::integer`;
}

/** Of a payin that was credited on a day: the day, and its month by how many came before it since the year 0. */
export function creditedBuckets(day: RawBuilder<unknown>): RawBuilder<unknown> {
  const date = sql`(date '1970-01-01' + ${day})`;
  return sql`(values ('credited_day', ${day}), ('credited_month',
    (extract(year from ${date}) * 12 + extract(month from ${date}) - 1)::integer)
  ) as credited (series, bucket)`;
}

/** The brand of the card that a payin was paid by; empty where it was paid otherwise. */
export function brandOf(payinId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select ${BRAND} from payins where id = ${payinId}), '')`;
}

/** Of a row of payins. */
export const BRAND = sql`case payment_source when 'CARD' then coalesce(card_brand, 'unknown') else '' end`;

/** With the code by which an order ended; empty where it has none, or is not known. */
export function withCode(sides: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select side.*, coalesce(case when ${IS_FINAL} then
      case direction when 'payin' then (select resolution_code from payins where id = side.order_id)
      else (select resolution_code from payouts where id = side.order_id) end end, '') as code
    from ${sides} side`;
}

/**
 * Expressions of a statement that has `lines`, each with what is added to a narrow bucket of a series: they add the
 * same to the wide buckets, to what all merchants have together, and to what a merchant has in all. What is there is
 * looked up before any of it changes: Citus does the parts of a statement in turn, and each sees what others did.
 *
 * Counts that have become zero are taken out: most orders leave the hour that they change in behind.
 */
export function addLines(lines: RawBuilder<unknown>): RawBuilder<unknown> {
  const bucket = sql`series, bucket, code`;
  const isKept = (sums: RawBuilder<unknown>) => sql`
    kept.merchant_id = ${sums}.merchant_id and kept.direction = ${sums}.direction
    and kept.series = ${sums}.series and kept.bucket = ${sums}.bucket
    and kept.currency = ${sums}.currency and kept.status = ${sums}.status
    and kept.code = ${sums}.code`;
  const met = sql`met`;
  return sql`own as (
      select ${KEY}, ${bucket}, sum(orders) as orders, sum(amount_minor) as amount_minor,
        sum(with_amount) as with_amount
      from ${lines} group by ${KEY}, ${bucket}
    ), narrow as (
      table own union all
      select ${EVERYBODY}::uuid, direction, currency, status, ${bucket},
        sum(with_amount), sum(amount_minor), sum(with_amount)
      from own where series in ('created_hour', 'code_hour')
      group by direction, currency, status, ${bucket}
    ), wide as (
      select ${KEY}, wider.name as series, floor(bucket / wider.buckets)::integer as bucket, code,
        sum(orders) as orders, sum(amount_minor) as amount_minor, sum(with_amount) as with_amount
      from narrow join (values
        ('created_hour', 'created_day', 24.0), ('code_hour', 'code_day', 24.0),
        ('updated_hour', 'updated_day', 24.0), ('amount_narrow', 'amount_wide', 100.0)
      ) as wider (series, name, buckets) using (series)
      group by ${KEY}, wider.name, 6, code
    ), whole as (
      select ${KEY}, 'all' as series, 0 as bucket, '' as code, sum(orders) as orders, 0 as amount_minor,
        0 as with_amount
      from own where series = 'created_hour' group by ${KEY}
    ), sums as (
      select * from (table narrow union all table wide union all table whole) series
      where orders <> 0 or amount_minor <> 0 or with_amount <> 0
    ), met as materialized (
      select sums.*, kept.orders as had from sums left join order_counts kept on ${isKept(sql`sums`)}
    ), emptied as (
      delete from order_counts kept using met where ${isKept(met)} and met.had + met.orders = 0
    ), changed as (
      update order_counts kept
      set orders = kept.orders + met.orders, amount_minor = kept.amount_minor + met.amount_minor,
        with_amount = kept.with_amount + met.with_amount
      from met where ${isKept(met)} and met.had + met.orders <> 0
    ), begun as (
      insert into order_counts (${KEY}, ${bucket}, orders, amount_minor, with_amount)
      select ${KEY}, ${bucket}, orders, amount_minor, with_amount from met
      where had is null and orders <> 0
    )`;
}
