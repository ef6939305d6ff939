import { sql } from 'kysely';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import type { Db } from '../platform/database/schema.ts';
import { IS_FINAL } from './amount-parts.ts';
import { addLines, withCode } from './roll-up.ts';
import type { StaleHour } from './stale-hours.ts';

/**
 * Recounts the orders created in these hours, less the waiting changes, and corrects the counts by the difference.
 * The caller must lock out the rollup.
 *
 * Needed for hours before this release and hours to which the previous release added, whose counts have no amounts
 * and no codes. The next release can remove this and the column `with_amount`.
 */
export async function recountOrders(trx: Db, hours: readonly StaleHour[]): Promise<void> {
  if (hours.length === 0) return;
  const merchants = hours.map(({ merchant_id: id }) => id);
  await sql`
    with stale as (
      select * from unnest(${merchants}::uuid[], ${hours.map(({ hour }) => hour)}::integer[])
        as stale (merchant_id, hour)
    ), kept as materialized (
      select counts.* from stale cross join (values ('payin'), ('payout')) as side (direction)
      cross join (values ('created_hour'), ('code_hour')) as counted (series)
      join order_counts counts on counts.merchant_id = stale.merchant_id
        and counts.direction = side.direction and counts.series = counted.series
        and counts.bucket = stale.hour
    ), pair as materialized (
      select ${KEY}, bucket from kept where series = 'created_hour'
    ), found as materialized (
      select ${PAIR}, tally.code, tally.orders, tally.amount_minor
      from pair cross join lateral (${tally('payins')} union all ${tally('payouts')}) tally
      union all
      select ${PAIR}, waiting.code, -waiting.orders, -waiting.orders * waiting.amount_minor
      from pair join (${withCode(sql`(select * from ${WAITING_CHANGES})`)}) waiting
        on waiting.merchant_id = pair.merchant_id and waiting.direction = pair.direction
        and waiting.currency = pair.currency and waiting.status = pair.status
        and waiting.created_hour = pair.bucket
    ), lines as (
      select ${KEY}, 'created_hour' as series, bucket, '' as code, orders, amount_minor,
        orders as with_amount from found
      union all
      select ${KEY}, 'code_hour', bucket, code, orders, amount_minor, orders from found where code <> ''
      union all
      select ${KEY}, series, bucket, code, -orders, -amount_minor, -with_amount from kept
    ), ${addLines(sql`lines`)}
    select 1`.execute(trx);
}

const KEY = sql`merchant_id, direction, currency, status`;
const PAIR = sql`pair.merchant_id, pair.direction, pair.currency, pair.status, pair.bucket`;

/** Counts through the index that lists use: one range per currency and status. */
function tally(table: 'payins' | 'payouts') {
  return sql`
    select case when ${IS_FINAL} then coalesce(resolution_code, '') else '' end as code, count(*) as orders, sum(amount_minor) as amount_minor
    from ${sql.table(table)} where pair.direction = ${table === 'payins' ? 'payin' : 'payout'}
      and merchant_id = pair.merchant_id and currency = pair.currency and status = pair.status
      and created_at >= to_timestamp(pair.bucket * 3600::bigint)
      and created_at < to_timestamp((pair.bucket + 1) * 3600::bigint)
    group by 1`;
}
