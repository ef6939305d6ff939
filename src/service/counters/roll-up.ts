import { sql, type RawBuilder } from 'kysely';
import { countsOf } from '../orders/count-changes.ts';
import type { ServiceContext } from '../platform/context.ts';
import {
  tryLockExclusiveWork,
  type QueryTime,
  isTimedWorkDue,
  setDue,
} from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import { markStale } from './stale-hours.ts';

/** The merchant id of the counts of all merchants together. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/** The most changes rolled up by one transaction. */
const BATCH = 20_000;
/** More waiting changes than this are rolled up at once, so that lists never have to read many. */
const MANY = 4_000;
/** The time between two rollups. The more changes a merchant has in a rollup, the less each costs. */
const APART_MS = 5_000;

/**
 * Rolls the changes in `order_count_changes` up into `order_counts`, so that a list has few changes to read.
 * Results do not depend on when this runs: a list adds the waiting changes itself. Only one process does this at a
 * time; in any other it does nothing.
 *
 * @returns the number of changes rolled up
 */
export async function rollUpCounts({ db }: Pick<ServiceContext, 'db'>): Promise<number> {
  let added = 0;
  for (;;) {
    const batch = await db
      .transaction()
      .execute(async (trx) =>
        (await tryLockExclusiveWork(trx, 'fold-order-counts')) ? rollUpBatch(trx) : 0,
      );
    added += batch;
    if (batch < BATCH) return added;
  }
}

/**
 * The condition that any change waits. It reads the index, which knows the deleted rows. The table's pages are full
 * of them, and a scan would read more pages each second as more orders move.
 */
export const ANY_WAITING = sql<boolean>`(
  select number from order_count_changes order by merchant_id, number limit 1) is not null`;

/** Returns the condition that changes wait and the time has come, or that more than `MANY` wait. */
export function isRollUpDue(now: QueryTime): RawBuilder<boolean> {
  return sql<boolean>`((${ANY_WAITING} and ${isTimedWorkDue('fold-order-counts', now)}) or (
    select number from order_count_changes order by merchant_id, number offset ${MANY} limit 1) is not null)`;
}

/** Sets the time of the next rollup, then does what `rollUpCounts` does. */
export async function rollUpDueCounts({
  db,
  now,
}: Pick<ServiceContext, 'db' | 'now'>): Promise<void> {
  await setDue(db, 'fold-order-counts', new Date(now().getTime() + APART_MS));
  await rollUpCounts({ db });
}

async function rollUpBatch(trx: Db): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with taken as (
      delete from order_count_changes change
      using (
        select merchant_id, number from order_count_changes order by merchant_id, number limit ${BATCH}
      ) oldest
      where change.merchant_id = oldest.merchant_id and change.number = oldest.number
      returning change.*
    ), ${markStale(sql`taken`)}, sides as materialized (
      ${countsOf(sql`taken`)}
    ), lines as (
      select ${KEY}, 'created_hour' as series, created_hour as bucket, '' as code, orders,
        amount_minor * orders as amount_minor
        from sides
      union all
      select ${KEY}, 'updated_hour', updated_hour, '', orders, 0 from sides
      union all
      select ${KEY}, credited.series, credited.bucket, ${brandOf(sql`order_id`)}, orders, 0
        from sides cross join lateral ${creditedBuckets(dayOf(sql`updated_hour`))} where ${IS_CREDITED}
    ), ${addLines(sql`lines`)}
    select count(*)::integer as added from taken`.execute(trx);
  return rows[0]?.added ?? 0;
}

const KEY = sql`merchant_id, direction, currency, status`;

/** The condition for credited payins. SUCCESS is final, so such a payin's `updated_at` is when it was credited. */
const IS_CREDITED = sql`direction = 'payin' and status = 'SUCCESS'`;

/** Returns the day of an hour, both counted since 1970 in UTC. */
function dayOf(hour: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(${hour} / 24.0)::integer`;
}

/**
 * Returns the buckets of a payin credited on a day: the day, and its month as the number of months since year 0.
 */
function creditedBuckets(day: RawBuilder<unknown>): RawBuilder<unknown> {
  const date = sql`(date '1970-01-01' + ${day})`;
  return sql`(values ('credited_day', ${day}), ('credited_month',
    (extract(year from ${date}) * 12 + extract(month from ${date}) - 1)::integer)
  ) as credited (series, bucket)`;
}

/** Returns the brand of the card that paid a payin; empty if no card did. */
function brandOf(payinId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select ${BRAND} from payins where id = ${payinId}), '')`;
}

/** The card brand, for a row of payins: `unknown` if the brand is unknown, empty if no card paid. */
export const BRAND = sql`case payment_source when 'CARD' then coalesce(card_brand, 'unknown') else '' end`;

/**
 * Returns the expressions of a statement that add its `lines` to the counts. A line adds to a narrow bucket of a
 * series, and by that to the wide bucket, to the totals of all merchants, and to the merchant's overall total.
 *
 * Deletes counts that become zero. There are many, because most orders move on from the hour of an earlier change.
 */
function addLines(lines: RawBuilder<unknown>): RawBuilder<unknown> {
  const bucket = sql`series, bucket, code`;
  const isKept = (sums: RawBuilder<unknown>) => sql`
    kept.merchant_id = ${sums}.merchant_id and kept.direction = ${sums}.direction
    and kept.series = ${sums}.series and kept.bucket = ${sums}.bucket
    and kept.currency = ${sums}.currency and kept.status = ${sums}.status
    and kept.code = ${sums}.code`;
  const met = sql`met`;
  return sql`own as (
      select ${KEY}, ${bucket}, sum(orders) as orders, sum(amount_minor) as amount_minor
      from ${lines} group by ${KEY}, ${bucket}
    ), narrow as (
      table own union all
      select ${EVERYBODY}::uuid, direction, currency, status, ${bucket},
        sum(orders), sum(amount_minor)
      from own where series = 'created_hour'
      group by direction, currency, status, ${bucket}
    ), wide as (
      select ${KEY}, wider.name as series, floor(bucket / wider.buckets)::integer as bucket, code,
        sum(orders) as orders, sum(amount_minor) as amount_minor
      from narrow join (values
        ('created_hour', 'created_day', 24.0), ('updated_hour', 'updated_day', 24.0)
      ) as wider (series, name, buckets) using (series)
      group by ${KEY}, wider.name, 6, code
    ), whole as (
      select ${KEY}, 'all' as series, 0 as bucket, '' as code, sum(orders) as orders, 0 as amount_minor
      from own where series = 'created_hour' group by ${KEY}
    ), sums as (
      select * from (table narrow union all table wide union all table whole) series
      where orders <> 0 or amount_minor <> 0
    ), met as materialized (
      select sums.*, kept.orders as had from sums left join order_counts kept on ${isKept(sql`sums`)}
    ), emptied as (
      delete from order_counts kept using met where ${isKept(met)} and met.had + met.orders = 0
    ), changed as (
      update order_counts kept
      set orders = kept.orders + met.orders, amount_minor = kept.amount_minor + met.amount_minor
      from met where ${isKept(met)} and met.had + met.orders <> 0
    ), begun as (
      insert into order_counts (${KEY}, ${bucket}, orders, amount_minor)
      select ${KEY}, ${bucket}, orders, amount_minor from met
      where had is null and orders <> 0
    )`;
}
