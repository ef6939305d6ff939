import { sql, type Kysely } from 'kysely';

/**
 * Adds refunds of payins, the attempts at them, and what the ledger, merchants and methods need for them. The previous
 * release makes no refunds. It releases what is left of a retention, because the amount does not include what refunds
 * took.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // `paid_back_minor`, which the payer gets, is in the currency of the payment method. The `from_…` columns are the
  // balances from which the cost was taken.
  `create table refunds (
    id uuid primary key,
    merchant_id uuid not null,
    payin_id uuid not null,
    reference_id text not null,
    gate_id uuid not null,
    status text not null check (status in ('CREATED', 'IN_PROGRESS', 'PROCESS_PENDING', 'SUCCESS', 'FAILED')),
    resolution text,
    resolution_code text,
    resolution_message text,
    provider_error_message text,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    payment_method_currency text not null,
    paid_back_minor bigint not null check (paid_back_minor >= 0),
    fee_returned_minor bigint not null check (fee_returned_minor >= 0),
    fixed_fee_minor bigint not null check (fixed_fee_minor >= 0),
    cost_minor bigint not null check (cost_minor = amount_minor - fee_returned_minor + fixed_fee_minor),
    from_available_minor bigint not null default 0 check (from_available_minor >= 0),
    from_hold_minor bigint not null default 0 check (from_hold_minor >= 0),
    from_rolling_minor bigint not null default 0 check (from_rolling_minor >= 0),
    comment text,
    request jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (merchant_id, reference_id)
  )`,
  `create index refunds_of_payin on refunds (payin_id)`,
  `create index refunds_by_created_at on refunds (merchant_id, created_at, id)`,
  `create index refunds_under_way on refunds (gate_id, currency)
    where status in ('IN_PROGRESS', 'PROCESS_PENDING')`,

  `create table refund_attempts (
    id uuid primary key,
    refund_id uuid not null,
    payin_id uuid not null,
    payin_attempt_id uuid not null,
    terminal_id uuid not null,
    outcome text check (outcome in ('refunded', 'refused', 'never_seen')),
    provider_reference text,
    next_ask_at timestamptz,
    asked integer not null default 0,
    leased_until timestamptz,
    unanswered integer not null default 0,
    created_at timestamptz not null,
    settled_at timestamptz,
    refunded_after_end_at timestamptz,
    check ((outcome is null) = (settled_at is null))
  )`,
  `create index refund_attempts_of on refund_attempts (refund_id)`,
  `create index refund_attempts_to_ask on refund_attempts (next_ask_at) where outcome is null`,

  `alter table gate_accounts
    add column refund_reserve_minor bigint not null default 0 check (refund_reserve_minor >= 0)`,
  // A retention that refunds took completely has nothing left to release.
  `alter table retentions
    add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
    drop constraint retentions_amount_minor_check,
    add constraint retentions_amount_minor_check check (amount_minor >= 0)`,
  // Not validated: existing rows satisfied a narrower check, and reading a long ledger would block everybody.
  `alter table ledger_movements
    drop constraint ledger_movements_kind_check,
    add constraint ledger_movements_kind_check check (kind in (
      'payin_success', 'payout_reserve', 'payout_settle', 'payout_release',
      'refund_reserve', 'refund_settle', 'refund_release',
      'hold_release', 'rolling_release', 'transfer', 'conversion')) not valid`,
  `alter table ledger_entries
    drop constraint ledger_entries_account_check,
    add constraint ledger_entries_account_check check (account in (
      'available', 'hold', 'rolling', 'payout_reserve', 'refund_reserve',
      'wallet', 'provider_clearing', 'fee_income', 'conversion')) not valid`,

  `alter table gate_methods
    add column refund_fee text not null default 'kept' check (refund_fee in ('kept', 'returned')),
    add column refund_fixed_fee_minor bigint not null default 0 check (refund_fixed_fee_minor >= 0)`,

  `alter table merchants add column refund_webhook_url text`,
  `alter table webhook_events
    drop constraint webhook_events_direction_check,
    add constraint webhook_events_direction_check
      check (direction in ('payin', 'payout', 'refund')) not valid`,

  `alter table attention
    drop constraint attention_kind_check,
    add constraint attention_kind_check check (kind in ('payin_approved_after_end',
      'payout_paid_after_end', 'refund_made_after_end', 'refund_returned', 'provider_contradicts',
      'row_set_aside', 'acquirer_notice', 'received_less', 'received_more', 'received_late'))`,
];
