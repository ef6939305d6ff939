import { sql, type Kysely } from 'kysely';

/**
 * Adds what acquirers report besides outcomes: notices, approvals and payouts after an attempt had ended, and the
 * advice of a scheme about a declined card.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table acquirer_notices (
    id uuid primary key,
    order_id uuid not null,
    attempt_id uuid not null,
    terminal_id uuid not null,
    event_id text not null,
    event text not null,
    detail text,
    at timestamptz not null,
    unique (attempt_id, event_id)
  )`,
  `create index acquirer_notices_of_order on acquirer_notices (order_id, at)`,
  `alter table attention
    drop constraint attention_kind_check,
    add constraint attention_kind_check check (kind in ('payin_approved_after_end',
      'payout_paid_after_end', 'provider_contradicts', 'row_set_aside', 'acquirer_notice'))`,
  `alter table payin_attempts
    add column approved_after_end_at timestamptz,
    add column decline_advice text`,
  `alter table payout_attempts add column paid_after_end_at timestamptz`,
  `create index payin_attempts_not_again on payin_attempts (card_fingerprint, settled_at)
    where decline_advice = 'do_not_try_again'`,
];
