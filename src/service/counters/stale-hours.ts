import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/**
 * Returns the expression of a statement that takes waiting `changes`: it marks the hours in which orders moved, whose
 * attempts are counted again, and the hours of their creation, whose rates are.
 */
export function markStale(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`stale as (
      insert into stale_hours (hour)
      select distinct moved.hour from ${changes}
      cross join lateral (values (from_updated_hour), (to_updated_hour), (created_hour)) as moved (hour)
      where moved.hour is not null on conflict do nothing
    )`;
}

export const ANY_STALE = sql<boolean>`exists (select from stale_hours)`;

/** Marks the hours of attempts whose outcome has become known since they were counted. */
export async function markSettled(db: Db): Promise<void> {
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
    insert into stale_hours (hour) select bucket from settled
    on conflict do nothing`.execute(db);
}

/**
 * Takes up to `most` of the latest stale hours.
 *
 * @returns the hours; `isAll` if no more are left
 */
export async function takeStaleHours(
  trx: Db,
  most: number,
): Promise<{ hours: number[]; isAll: boolean }> {
  const { rows } = await sql<{ hour: number }>`
    delete from stale_hours
    where hour in (select hour from stale_hours order by hour desc limit ${most})
    returning hour`.execute(trx);
  return { hours: rows.map(({ hour }) => hour), isAll: rows.length < most };
}
