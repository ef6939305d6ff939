import type { AttemptLimit } from '#domain/order/attempt-limits.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** How many attempts a limit in a dry run would have refused. */
export interface WouldRefuse {
  limit: AttemptLimit;
  day: number;
  week: number;
}

/** An attempt that was made only because a limit was in a dry run. */
export interface AttemptOver {
  order_id: string;
  attempt_id: string;
  limits: AttemptLimit[];
  created_at: Date;
}

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
const MOST_SHOWN = 20;

function ofMerchant(merchantId: string, now: Date) {
  return sql`payin_attempts attempt join payins on payins.id = attempt.payin_id
    where attempt.over_limits is not null and attempt.created_at > ${weekAgo(now)}
      and payins.merchant_id = ${merchantId}`;
}

function weekAgo(now: Date): Date {
  return new Date(now.getTime() - DAYS_OF_WEEK * DAY_MS);
}

/** Counts by limit, for the last 24 hours and the last seven days. A limit that no attempt exceeded has no row. */
export async function countOverLimits(
  db: Db,
  merchantId: string,
  now: Date,
): Promise<WouldRefuse[]> {
  const { rows } = await sql<WouldRefuse>`
    select "limit", count(*)::integer as week,
      count(*) filter (where created_at > ${new Date(now.getTime() - DAY_MS)})::integer as day
    from (
      select attempt.created_at, unnest(attempt.over_limits) as "limit"
      from ${ofMerchant(merchantId, now)}
    ) each group by "limit"`.execute(db);
  return rows;
}

/** Lists the attempts of the last seven days, latest first. */
export async function latestOverLimits(
  db: Db,
  merchantId: string,
  now: Date,
): Promise<AttemptOver[]> {
  const { rows } = await sql<AttemptOver>`
    select attempt.payin_id as order_id, attempt.id as attempt_id, attempt.over_limits as limits,
      attempt.created_at
    from ${ofMerchant(merchantId, now)}
    order by attempt.created_at desc, attempt.id limit ${MOST_SHOWN}`.execute(db);
  return rows;
}
