import { sql, type Kysely } from 'kysely';
import type { ServiceContext } from '../context.ts';
import type { Tables } from '../database/schema.ts';

/** Changes added in by one transaction. */
const BATCH = 20_000;

/**
 * Adds to `order_counts` what transactions have appended to `order_count_changes`, so that a list has
 * few of them to read. Nothing depends on when: a list adds the changes that are left. One process at
 * a time does it, under an advisory lock; the rows it locks are its own.
 *
 * @returns how many changes were added in
 */
export async function foldOrderCounts({ db }: Pick<ServiceContext, 'db'>): Promise<number> {
  let folded = 0;
  for (;;) {
    const batch = await db.transaction().execute(foldBatch);
    folded += batch;
    if (batch < BATCH) return folded;
  }
}

/** Any number that nobody else locks. */
const FOLDING_LOCK = 4_517_002;

async function foldBatch(trx: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ locked: boolean; waiting: bigint }>`
    select pg_try_advisory_xact_lock(${FOLDING_LOCK}::bigint) as locked, count(*) as waiting
    from (select from order_count_changes limit ${BATCH}) changes`.execute(trx);
  const [found] = rows;
  if (!found?.locked || found.waiting === 0n) return 0;
  await foldChanges(trx);
  return Number(found.waiting);
}

/** Counts that have become zero are taken out: most orders leave the hour that they change in behind. */
async function foldChanges(trx: Kysely<Tables>): Promise<void> {
  const key = sql`merchant_id, direction, currency, status`;
  await sql`
    with taken as (
      delete from order_count_changes
      where ctid = any (array(select ctid from order_count_changes limit ${BATCH}))
      returning *
    ), narrow as (
      select ${key}, 'created_hour' as series, created_hour as bucket, sum(orders) as orders
        from taken group by ${key}, bucket
      union all
      select ${key}, 'updated_hour', updated_hour, sum(orders) from taken group by ${key}, updated_hour
      union all
      select ${key}, 'amount_narrow', amount_narrow, sum(orders) from taken group by ${key}, amount_narrow
    ), wide as (
      select ${key}, wider.name as series, floor(bucket / wider.buckets)::integer as bucket, sum(orders) as orders
        from narrow
        join (values ('created_hour', 'created_day', 24.0), ('updated_hour', 'updated_day', 24.0),
          ('amount_narrow', 'amount_wide', 100.0)) as wider (series, name, buckets) using (series)
        group by ${key}, wider.name, 6
    ), whole as (
      select ${key}, 'all' as series, 0 as bucket, sum(orders) as orders from taken group by ${key}
    ), sums as (
      select * from (table narrow union all table wide union all table whole) series where orders <> 0
    )
    merge into order_counts as kept using sums
      on (kept.merchant_id, kept.direction, kept.series, kept.bucket, kept.currency, kept.status)
        = (sums.merchant_id, sums.direction, sums.series, sums.bucket, sums.currency, sums.status)
    when matched and kept.orders + sums.orders = 0 then delete
    when matched then update set orders = kept.orders + sums.orders
    when not matched then insert (merchant_id, direction, series, bucket, currency, status, orders)
      values (sums.merchant_id, sums.direction, sums.series, sums.bucket, sums.currency, sums.status,
        sums.orders)`.execute(trx);
}
