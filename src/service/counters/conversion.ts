import { sql, type RawBuilder } from 'kysely';
import { SAYS_LESS_THAN_A_DECLINE } from '#domain/order/reasons.ts';
import type { Db } from '../platform/database/schema.ts';
import { daysOf } from './series.ts';
import { BRAND } from './roll-up.ts';

/** The terminal of orders without an attempt. */
const NO_TERMINAL = '00000000-0000-0000-0000-000000000000';

/** What is counted of the orders of a bucket (`ConversionCounterTable`). */
export const ORDER_MEASURES = [
  'created',
  'submitted',
  'challenged',
  'sent',
  'approved',
  'paid',
  'attempts_approved',
  'attempts_declined',
  'first_approved',
  'first_declined',
] as const;

/** Counts the orders created in these hours again, then sums up the days of these hours again. */
export async function recountConversion(trx: Db, hours: readonly number[]): Promise<void> {
  if (hours.length === 0) return;
  const days = daysOf(hours);
  await forget(trx, 'hour', hours);
  await forget(trx, 'day', days);
  await sql`
    with payin as materialized (${createdIn(hours, sql`payins`, sql`terminal_id, ${BRAND} as brand, refused_by`)}),
    payout as materialized (${createdIn(hours, sql`payouts`, sql`null::uuid as terminal_id, '' as brand, null as refused_by`)}),
    attempt as materialized (${ATTEMPTS}),
    tried as materialized (${TRIED}),
    part as (${PAYINS} union all ${JUDGED} union all ${PAYOUTS})
    insert into conversion_counters (span, bucket, ${KEY}, ${MEASURES})
    select 'hour', hour, ${KEY}, ${SUMS} from part group by hour, ${KEY}`.execute(trx);
  await sql`
    insert into conversion_counters (span, bucket, ${KEY}, ${MEASURES})
    select 'day', stale.day, ${KEY}, ${SUMS}
    from unnest(${days}::integer[]) as stale (day)
    join conversion_counters on span = 'hour' and bucket between stale.day * 24 and stale.day * 24 + 23
    group by stale.day, ${KEY}`.execute(trx);
}

const KEY = sql`direction, merchant_id, method_id, terminal_id, brand, currency, reason`;
const MEASURES = sql.raw([...ORDER_MEASURES, 'amount_minor', 'paid_minor'].join(', '));
const SUMS = sql.raw(
  [
    ...ORDER_MEASURES.map((name) => `sum(${name})::bigint`),
    'sum(amount_minor)',
    'sum(paid_minor)',
  ].join(', '),
);

function createdIn(
  hours: readonly number[],
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select stale.hour, made.* from unnest(${hours}::integer[]) as stale (hour)
    cross join lateral (
      select id, merchant_id, method_id, currency, amount_minor, status, resolution_code, ${columns}
      from ${table} where created_at >= to_timestamp(stale.hour * 3600::bigint)
        and created_at < to_timestamp((stale.hour + 1) * 3600::bigint)
    ) made`;
}

const DECLINED = sql`outcome in ('soft_decline', 'hard_decline')`;

const ATTEMPTS = sql`
  select attempt.payin_id, attempt.terminal_id, attempt.outcome, attempt.decline_reason,
    attempt.challenged_at, attempt.created_at, attempt.id
  from payin join payin_attempts attempt on attempt.payin_id = payin.id`;

/** An attempt that never reached its acquirer was not sent. */
const WAS_SENT = sql`(outcome is null or outcome not in ('not_taken', 'never_seen'))`;

/** What the attempts at each payin came to. */
const TRIED = sql`
  select payin_id, bool_or(challenged_at is not null) as challenged,
    bool_or(${WAS_SENT}) as sent,
    bool_or(outcome = 'approved') as approved,
    (array_agg(coalesce(decline_reason, 'other') order by created_at desc, id desc)
      filter (where ${DECLINED}))[1] as decline
  from attempt group by payin_id`;

/**
 * Returns why a payin that has ended was not paid; empty for any other. One that ended after a decline counts under its
 * decline, though it expired or was cancelled later.
 */
function unpaidReason(lastDecline: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case when status not in ('FAILED', 'CLOSED') then ''
    when resolution_code in (${sql.join(SAYS_LESS_THAN_A_DECLINE.map((code) => sql.lit(code)))})
      then coalesce(${lastDecline}, resolution_code)
    else coalesce(resolution_code, '') end`;
}

const REASON = unpaidReason(sql`tried.decline`);

/** Returns the reason of a payin's last declined attempt; null if none was declined. */
export function lastDeclineOf(payinId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select coalesce(decline_reason, 'other') from payin_attempts
    where payin_id = ${payinId} and ${DECLINED} order by created_at desc, id desc limit 1)`;
}

/** The condition for rows of payins that count under a reason. */
export function isUnpaidBecause(reason: string): RawBuilder<boolean> {
  return sql`${unpaidReason(lastDeclineOf(sql`payins.id`))} = ${reason}`;
}

function hasAttempt(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from payin_attempts where payin_id = payins.id and ${condition})`;
}

/**
 * A limit refused what was submitted. A block list may have refused the order itself, when it was created; if it refused
 * a submission, there is a row in `refused_card_requests`.
 */
const WAS_LIMITED = sql`nullif(refused_by, 'block_list') is not null`;

/** The conditions for rows of payins that came at least so far. */
export const FUNNEL = {
  submitted: sql<boolean>`(${hasAttempt(sql`true`)}
    or ${WAS_LIMITED}
    or exists (select from refused_card_requests where payin_id = payins.id))`,
  challenged: hasAttempt(sql`challenged_at is not null`),
  sent: hasAttempt(WAS_SENT),
  approved: sql<boolean>`(status = 'SUCCESS' or ${hasAttempt(sql`outcome = 'approved'`)})`,
};

export type FunnelStep = keyof typeof FUNNEL;
export const FUNNEL_STEPS = [
  'submitted',
  'challenged',
  'sent',
  'approved',
] as const satisfies FunnelStep[];

/** Card data that a limit refused was submitted, although it made no attempt. */
const PAYINS = sql`
  select payin.hour, 'payin' as direction, merchant_id, method_id,
    coalesce(terminal_id, ${NO_TERMINAL}) as terminal_id, brand, currency, ${REASON} as reason,
    1 as created, (${WAS_LIMITED} or coalesce(tried.payin_id, refused.payin_id) is not null)::integer as submitted,
    coalesce(tried.challenged, false)::integer as challenged,
    coalesce(tried.sent, false)::integer as sent,
    (status = 'SUCCESS' or coalesce(tried.approved, false))::integer as approved,
    (status = 'SUCCESS')::integer as paid, 0 as attempts_approved, 0 as attempts_declined,
    0 as first_approved, 0 as first_declined, amount_minor,
    case status when 'SUCCESS' then amount_minor else 0 end as paid_minor
  from payin left join tried on tried.payin_id = payin.id
  left join refused_card_requests refused on refused.payin_id = payin.id`;

/** The attempts that an acquirer approved or declined, each at its own terminal. */
const JUDGED = sql`
  select payin.hour, 'payin', merchant_id, method_id, judged.terminal_id, brand, currency, ${REASON},
    0, 0, 0, 0, 0, 0, (outcome = 'approved')::integer, (outcome <> 'approved')::integer,
    (outcome = 'approved' and turn = 1)::integer, (outcome <> 'approved' and turn = 1)::integer, 0, 0
  from (
    select *, row_number() over (partition by payin_id order by created_at, id) as turn
    from attempt where outcome = 'approved' or ${DECLINED}
  ) judged join payin on payin.id = judged.payin_id
  join tried on tried.payin_id = payin.id`;

const PAYOUTS = sql`
  select hour, 'payout', merchant_id, method_id, ${NO_TERMINAL}::uuid, brand, currency,
    case when status in ('FAILED', 'CLOSED') then coalesce(resolution_code, '') else '' end,
    1, 1, 0, 0, (status = 'SUCCESS')::integer, (status = 'SUCCESS')::integer, 0, 0, 0, 0, amount_minor,
    case status when 'SUCCESS' then amount_minor else 0 end
  from payout`;

async function forget(trx: Db, span: 'hour' | 'day', buckets: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('conversion_counters')
    .where('span', '=', span)
    .where('bucket', 'in', buckets)
    .execute();
}
