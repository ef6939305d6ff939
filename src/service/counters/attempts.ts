import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { daysOf } from './series.ts';

/**
 * Upper bounds of the latency buckets, in ms. An answer counts in the first bucket whose bound it does not exceed.
 */
export const LATENCY_BOUNDS_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const;

export type LatencyColumn = `to_${(typeof LATENCY_BOUNDS_MS)[number]}_ms`;

export const LATENCY_COLUMNS = LATENCY_BOUNDS_MS.map((ms): LatencyColumn => `to_${ms}_ms`);

/** The latency columns as a list in SQL. */
const LATENCY_NAMES = sql.join(LATENCY_COLUMNS.map((name) => sql.ref(name)));

export const LATENCY_SUMS = sql.join(
  LATENCY_COLUMNS.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
);

/** Returns one count per latency bucket of a value in ms. Nulls are not counted. */
function latencyCounts(ms: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    LATENCY_BOUNDS_MS.map((bound, index) => {
      const above = LATENCY_BOUNDS_MS[index - 1] ?? -1;
      return sql`count(*) filter (where ${ms} > ${sql.lit(above)} and ${ms} <= ${sql.lit(bound)})`;
    }),
  );
}

/** Recounts the attempts made in these hours, then sums up the days of these hours again. */
export async function recountAttempts(trx: Db, hours: readonly number[]): Promise<void> {
  if (hours.length === 0) return;
  const days = daysOf(hours);
  await forget(trx, 'hour', hours);
  await forget(trx, 'day', days);
  await sql`insert into attempt_counters (terminal_id, span, bucket, ${KEY}, ${MEASURES})
    select terminals.id, 'hour', stale.hour, ${KEY}, count(*), count(ms),
      coalesce(round(sum(ms)), 0)::bigint, ${latencyCounts(sql`ms`)}
    from unnest(${hours}::integer[]) as stale (hour) cross join terminals
    cross join lateral (${payinAttempts} union all ${payoutAttempts}) made
    group by terminals.id, stale.hour, ${KEY}`.execute(trx);
  await sql`insert into attempt_counters (terminal_id, span, bucket, ${KEY}, ${MEASURES})
    select terminal_id, 'day', stale.day, ${KEY}, sum(attempts)::bigint, sum(answered)::bigint,
      sum(latency_ms)::bigint, ${LATENCY_SUMS}
    from unnest(${days}::integer[]) as stale (day)
    join attempt_counters on span = 'hour' and bucket between stale.day * 24 and stale.day * 24 + 23
    group by terminal_id, stale.day, ${KEY}`.execute(trx);
}

const KEY = sql`direction, outcome, reason`;
const MEASURES = sql`attempts, answered, latency_ms, ${LATENCY_NAMES}`;

const IN_HOUR = sql`terminal_id = terminals.id
  and created_at >= to_timestamp(stale.hour * 3600::bigint)
  and created_at < to_timestamp((stale.hour + 1) * 3600::bigint)`;
const TOOK_MS = sql`extract(epoch from settled_at - created_at) * 1000`;

/**
 * Attempts with a challenge have no latency, since the shopper decides how long it takes. Attempts never sent have
 * none.
 */
const payinAttempts = sql`
  select 'payin' as direction, coalesce(outcome, '') as outcome,
    coalesce(decline_reason, '') as reason,
    case when challenged_at is null and outcome in ('approved', 'soft_decline', 'hard_decline')
      then ${TOOK_MS} end as ms
  from payin_attempts where ${IN_HOUR}`;

const payoutAttempts = sql`
  select 'payout', coalesce(outcome, ''), '',
    case when outcome in ('paid', 'refused') then ${TOOK_MS} end
  from payout_attempts where ${IN_HOUR}`;

async function forget(trx: Db, span: 'hour' | 'day', buckets: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('attempt_counters')
    .where('span', '=', span)
    .where('bucket', 'in', buckets)
    .execute();
}
