import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/**
 * Returns the expressions of a statement that takes waiting `changes`; they mark hours stale. For attempts these
 * are the hours in which orders moved. For orders they are the hours that the previous release changed, since its
 * changes have no amount.
 */
export function markStale(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`stale_orders as (
      insert into stale_order_hours (merchant_id, hour)
      select distinct merchant_id, created_hour from ${changes} where order_id is null
      on conflict do nothing
    ), stale_attempts as (
      insert into stale_attempt_hours (hour)
      select distinct moved.hour from ${changes}
      cross join lateral (values (from_updated_hour), (to_updated_hour)) as moved (hour)
      where moved.hour is not null on conflict do nothing
    )`;
}

export function anyStale(): RawBuilder<boolean> {
  return sql`(exists (select from stale_order_hours) or exists (select from stale_attempt_hours))`;
}

/**
 * Marks hours that have orders without amounts. The previous release, which rolls changes up without them, may have
 * run beside this one.
 */
export async function markIncomplete(db: Db): Promise<void> {
  await sql`
    insert into stale_order_hours (merchant_id, hour)
    select distinct merchant_id, bucket from order_counts
    where series = 'created_hour' and orders <> with_amount
    on conflict do nothing`.execute(db);
}

/** Marks the hours of attempts whose outcome has become known since they were counted. */
export async function markSettled(db: Db): Promise<void> {
  // Citus deparses this query wrongly unless it is separate from the insert.
  await sql`
    with settled as materialized (
      select distinct bucket from (
        select bucket, terminal_id, sum(attempts) as attempts from attempt_counters
        where span = 'hour' and outcome = '' group by bucket, terminal_id
      ) counted full join (
        select floor(extract(epoch from created_at) / 3600)::integer as bucket, terminal_id,
          count(*) as attempts
        from (
          select terminal_id, created_at from payin_attempts where outcome is null
          union all select terminal_id, created_at from payout_attempts where outcome is null
        ) open group by 1, terminal_id
      ) waiting using (bucket, terminal_id)
      where counted.attempts is distinct from waiting.attempts
    )
    insert into stale_attempt_hours (hour) select bucket from settled
    on conflict do nothing`.execute(db);
}

export interface StaleHour {
  merchant_id: string;
  hour: number;
}

/** The hours taken; `isAll` if no more are left. */
interface Taken<Hour> {
  hours: Hour[];
  isAll: boolean;
}

/**
 * Takes the latest stale hours, at least one, until they hold `mostOrders` together. Leaves an hour while a change
 * of the previous release waits for it: such a change has neither amount nor order, so it must be rolled up first.
 */
export async function takeStaleOrders(trx: Db, mostOrders: number): Promise<Taken<StaleHour>> {
  const { rows } = await sql<StaleHour & { orders: string }>`
    with counted as materialized (
      select merchant_id, hour, (
        select coalesce(sum(orders), 0) from order_counts
        where merchant_id = latest.merchant_id and direction in ('payin', 'payout')
          and series = 'created_hour' and bucket = latest.hour
      ) as orders
      from (
        select * from stale_order_hours stale where not exists (
          select from order_count_changes waiting
          where waiting.merchant_id = stale.merchant_id and created_hour = stale.hour and order_id is null
        ) order by hour desc, merchant_id limit ${MOST_HOURS}
      ) latest
    ), chosen as materialized (
      select *, sum(orders) over (order by hour desc, merchant_id) - orders as before from counted
    )
    delete from stale_order_hours stale using chosen
    where stale.merchant_id = chosen.merchant_id and stale.hour = chosen.hour
      and chosen.before < ${mostOrders}
    returning stale.merchant_id, stale.hour, chosen.orders`.execute(trx);
  const taken = rows.reduce((sum, { orders }) => sum + Number(orders), 0);
  return { hours: rows, isAll: taken < mostOrders && rows.length < MOST_HOURS };
}

const MOST_HOURS = 500;

/** Takes up to `most` of the latest hours whose attempts are stale. */
export async function takeStaleAttempts(trx: Db, most: number): Promise<Taken<number>> {
  const { rows } = await sql<{ hour: number }>`
    delete from stale_attempt_hours
    where hour in (select hour from stale_attempt_hours order by hour desc limit ${most})
    returning hour`.execute(trx);
  return { hours: rows.map(({ hour }) => hour), isAll: rows.length < most };
}
