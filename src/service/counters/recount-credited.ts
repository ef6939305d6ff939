import { sql } from 'kysely';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import type { Db } from '../platform/database/schema.ts';
import { addLines, BRAND, brandOf, creditedBuckets, dayOf, IS_CREDITED } from './roll-up.ts';

/** How far back days are recounted. Credited payins are shown for this month and the three before. */
const DAYS_COUNTED = 130;
const DAY_MS = 86_400_000;
const MOST_DAYS = 500;

/**
 * Recounts the credited payins of days whose counts by brand differ from their counts by status: days before this
 * release, and days to which the previous release added. Takes the latest days, at least one, until they hold
 * `mostPayins` together. Leaves out waiting changes, and locks out the rollup in the meantime.
 *
 * @returns whether more such days are left
 */
export async function recountCredited(db: Db, counting: Counting): Promise<boolean> {
  if ((await selectUncounted(db, counting)).days.length === 0) return false;
  return db.transaction().execute(async (trx) => {
    await sql`select from exclusive_work where name = 'fold-order-counts' for update`.execute(trx);
    const { days, isAll } = await selectUncounted(trx, counting);
    await recountDays(trx, days);
    return !isAll;
  });
}

interface Counting {
  now: Date;
  mostPayins: number;
}

interface MerchantDay {
  merchant_id: string;
  day: number;
}

async function selectUncounted(
  db: Db,
  { now, mostPayins }: Counting,
): Promise<{ days: MerchantDay[]; isAll: boolean }> {
  const from = Math.floor(now.getTime() / DAY_MS) - DAYS_COUNTED;
  // Reads by merchant, as in the primary key: a scan of all counts would take long.
  const { rows } = await sql<MerchantDay & { before: string | null }>`
    with uncounted as materialized (
      select merchants.id as merchant_id, of_day.bucket as day, of_day.orders
      from merchants cross join lateral (
        select bucket, sum(orders) filter (where series = 'updated_day') as orders,
          sum(orders) filter (where series = 'credited_day') as by_brand
        from order_counts
        where merchant_id = merchants.id and direction = 'payin'
          and series in ('credited_day', 'updated_day') and bucket >= ${from}::integer
          and status = 'SUCCESS'
        group by bucket
      ) of_day where of_day.orders is distinct from of_day.by_brand
      order by of_day.bucket desc, merchants.id limit ${MOST_DAYS}
    )
    select merchant_id, day, sum(orders) over (order by day desc, merchant_id) - orders as before
    from uncounted order by day desc, merchant_id`.execute(db);
  const days = rows.filter(({ before }) => Number(before ?? 0) < mostPayins);
  return { days, isAll: days.length === rows.length && rows.length < MOST_DAYS };
}

async function recountDays(trx: Db, days: readonly MerchantDay[]): Promise<void> {
  const merchants = days.map(({ merchant_id: id }) => id);
  await sql`
    with stale as (
      select * from unnest(${merchants}::uuid[], ${days.map(({ day }) => day)}::integer[])
        as stale (merchant_id, day)
    ), counted as materialized (
      select counts.* from stale cross join (values ('credited_day'), ('updated_day')) as of (series)
      join order_counts counts on counts.merchant_id = stale.merchant_id
        and counts.direction = 'payin' and counts.series = of.series and counts.bucket = stale.day
        and counts.status = 'SUCCESS'
    ), pair as materialized (
      select distinct ${KEY}, bucket from counted where series = 'updated_day'
    ), found as materialized (
      select ${PAIR}, tally.brand, tally.orders
      from pair cross join lateral (
        select ${BRAND} as brand, count(*) as orders from payins
        where merchant_id = pair.merchant_id and currency = pair.currency and status = pair.status
          and updated_at >= to_timestamp(pair.bucket * 86400::bigint)
          and updated_at < to_timestamp((pair.bucket + 1) * 86400::bigint)
        group by 1
      ) tally
      union all
      select ${PAIR}, ${brandOf(sql`waiting.order_id`)}, -waiting.orders
      from pair join (select * from ${WAITING_CHANGES} where ${IS_CREDITED}) waiting
        on waiting.merchant_id = pair.merchant_id and waiting.currency = pair.currency
        and ${dayOf(sql`waiting.updated_hour`)} = pair.bucket
    ), lacking as (
      select ${KEY}, bucket, brand, orders from found
      union all
      select ${KEY}, bucket, code, -orders from counted where series = 'credited_day'
    ), lines as (
      select ${KEY}, credited.series, credited.bucket, brand as code, orders, 0 as amount_minor,
        0 as with_amount
      from lacking cross join lateral ${creditedBuckets(sql`lacking.bucket`)}
    ), ${addLines(sql`lines`)}
    select 1`.execute(trx);
}

const KEY = sql`merchant_id, direction, currency, status`;
const PAIR = sql`pair.merchant_id, pair.direction, pair.currency, pair.status, pair.bucket`;
