import { sql, type Kysely } from 'kysely';

/**
 * Adds payins that are not paid by card: the instructions for the payer, and every amount that arrives. The fingerprint
 * of such an attempt is that of the payer's telephone or taxpayer number, if known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table payin_attempts
    alter column card_fingerprint drop not null,
    add column instructions jsonb`,
  // `queued_minor` is the part that an operator must handle: money that the order was not credited with.
  `create table payin_receipts (
    id uuid primary key,
    attempt_id uuid not null,
    payin_id uuid not null,
    reference text not null,
    amount_minor bigint not null check (amount_minor > 0),
    queued_minor bigint not null default 0 check (queued_minor between 0 and amount_minor),
    received_at timestamptz not null,
    unique (attempt_id, reference)
  )`,
  `create index payin_receipts_of on payin_receipts (payin_id)`,
  `alter table payins add column payer_sealed bytea`,
  // Finds the rows to reseal when the master key changes.
  `create index payins_with_payer_sealed on payins (id) where payer_sealed is not null`,
  `alter table gate_methods
    add column tolerance_minor bigint not null default 0 check (tolerance_minor >= 0),
    add column asks_cpf boolean not null default false,
    add column banks jsonb not null default '[]'`,
  `alter table attention
    drop constraint attention_kind_check,
    add constraint attention_kind_check check (kind in ('payin_approved_after_end',
      'payout_paid_after_end', 'provider_contradicts', 'row_set_aside', 'acquirer_notice',
      'received_less', 'received_more', 'received_late'))`,
];
