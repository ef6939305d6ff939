import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import { EVERYBODY } from './everybody.ts';
import type { StaleHour } from './stale-hours.ts';

type Db = Kysely<Tables>;

/**
 * Counts orders that were made in these hours anew, and from the hours their days, and what all merchants
 * have together. Whatever stood there before is replaced, so that counting twice does no harm.
 */
export async function recountOrders(trx: Db, hours: readonly StaleHour[]): Promise<void> {
  if (hours.length === 0) return;
  const merchants = hours.map(({ merchant_id: id }) => id);
  const stale = sql`unnest(${merchants}::uuid[], ${hours.map(({ hour }) => hour)}::integer[])
    as stale (merchant_id, hour)`;
  const days = sql`(select distinct merchant_id, floor(hour / 24.0)::integer as day from ${stale}) stale`;
  await sql`delete from order_counters kept using ${stale}
    where kept.merchant_id in (stale.merchant_id, ${EVERYBODY})
      and kept.span = 'hour' and kept.bucket = stale.hour`.execute(trx);
  await sql`delete from order_counters kept using ${days}
    where kept.merchant_id in (stale.merchant_id, ${EVERYBODY})
      and kept.span = 'day' and kept.bucket = stale.day`.execute(trx);
  await countHours(trx, stale);
  await addUp(
    trx,
    sql`
    select kept.merchant_id, 'day', stale.day, ${KEY}, ${SUMS}
    from ${days} join order_counters kept on kept.merchant_id = stale.merchant_id
      and kept.span = 'hour' and kept.bucket between stale.day * 24 and stale.day * 24 + 23
    group by kept.merchant_id, stale.day, ${KEY}`,
  );
  await addUp(
    trx,
    sql`
    select ${EVERYBODY}::uuid, kept.span, kept.bucket, ${KEY}, ${SUMS}
    from (
      select distinct 'hour' as span, hour as bucket from ${stale}
      union select 'day', day from ${days}
    ) spans join order_counters kept on kept.span = spans.span and kept.bucket = spans.bucket
    group by kept.span, kept.bucket, ${KEY}`,
  );
}

const KEY = sql`direction, currency, status, code`;
const SUMS = sql`sum(orders)::bigint, sum(amount_minor)`;

async function addUp(trx: Db, rows: RawBuilder<unknown>): Promise<void> {
  await sql`insert into order_counters
    (merchant_id, span, bucket, ${KEY}, orders, amount_minor) ${rows}`.execute(trx);
}

/** By the index that lists go by: a range of it for each currency and status that the lists' counts know. */
async function countHours(trx: Db, stale: RawBuilder<unknown>): Promise<void> {
  const tally = (table: 'payins' | 'payouts') => sql`
    select coalesce(resolution_code, '') as code, count(*) as orders, sum(amount_minor) as amount_minor
    from ${sql.table(table)} where pair.direction = ${table === 'payins' ? 'payin' : 'payout'}
      and merchant_id = pair.merchant_id and currency = pair.currency and status = pair.status
      and created_at >= to_timestamp(pair.bucket * 3600::bigint)
      and created_at < to_timestamp((pair.bucket + 1) * 3600::bigint)
    group by 1`;
  await addUp(
    trx,
    sql`
    select pair.merchant_id, 'hour', pair.bucket, pair.direction, pair.currency, pair.status,
      tally.code, tally.orders, tally.amount_minor
    from ${stale} cross join (values ('payin'), ('payout')) as side (direction)
    join order_counts pair on pair.merchant_id = stale.merchant_id and pair.direction = side.direction
      and pair.series = 'created_hour' and pair.bucket = stale.hour
    cross join lateral (${tally('payins')} union all ${tally('payouts')}) tally`,
  );
}
