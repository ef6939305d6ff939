import { sql, type Kysely } from 'kysely';

/**
 * Adds disputes of payins, the notices about them, and what the ledger and methods need for them. The previous release
 * has no disputes, and itself keeps the available balance from becoming negative.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STEPS = `check (step in ('commented', 'inquiry_opened', 'inquiry_answered', 'inquiry_closed',
  'announced', 'charged_back', 'answered', 'lost', 'won', 'charged_back_again',
  'arbitration_opened', 'arbitration_answered', 'arbitration_lost', 'arbitration_won'))`;

const STATEMENTS = [
  // The status of a dispute follows from its notices; `money`, amount and fee are what the ledger has of it.
  `create table disputes (
    id uuid primary key,
    merchant_id uuid not null,
    payin_id uuid not null,
    payin_attempt_id uuid not null,
    terminal_id uuid not null,
    gate_id uuid not null,
    reference text not null,
    status text not null check (status in ('INQUIRY', 'OPEN', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED')),
    step text not null ${STEPS},
    money text not null check (money in ('untouched', 'reserved', 'lost')),
    currency text not null,
    amount_minor bigint not null check (amount_minor >= 0),
    payment_method_currency text not null,
    disputed_minor bigint not null check (disputed_minor >= 0),
    fee_minor bigint not null check (fee_minor >= 0),
    reason_code text,
    answer_by timestamptz,
    charged_back_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (payin_id, reference)
  )`,
  `create index disputes_by_created_at on disputes (merchant_id, created_at, id)`,
  `create index disputes_to_answer on disputes (answer_by, id) where status in ('INQUIRY', 'OPEN')`,
  `create index disputes_with_money on disputes (gate_id, currency) where money <> 'untouched'`,
  `create index disputes_charged_back on disputes (charged_back_at)`,

  // A movement of the ledger belongs to the notice that caused it, because a dispute may be reserved more than once.
  `create table dispute_notices (
    id uuid primary key,
    dispute_id uuid not null,
    event_id text not null,
    event text not null,
    step text not null ${STEPS},
    said_at timestamptz not null,
    disputed_minor bigint check (disputed_minor >= 0),
    reason_code text,
    answer_by timestamptz,
    detail text,
    actor text,
    received_at timestamptz not null,
    number bigint generated always as identity,
    unique (dispute_id, event_id)
  )`,

  // A disputed payment is taken back even if the merchant no longer has the money.
  `alter table gate_accounts
    drop constraint gate_accounts_available_minor_check,
    add column dispute_reserve_minor bigint not null default 0 check (dispute_reserve_minor >= 0)`,
  `alter table ledger_movements
    drop constraint ledger_movements_kind_check,
    add constraint ledger_movements_kind_check check (kind in (
      'payin_success', 'payout_reserve', 'payout_settle', 'payout_release',
      'refund_reserve', 'refund_settle', 'refund_release',
      'dispute_reserve', 'dispute_lose', 'dispute_recover', 'dispute_release',
      'hold_release', 'rolling_release', 'transfer', 'conversion')) not valid`,
  `alter table ledger_entries
    drop constraint ledger_entries_account_check,
    add constraint ledger_entries_account_check check (account in (
      'available', 'hold', 'rolling', 'payout_reserve', 'refund_reserve', 'dispute_reserve',
      'wallet', 'provider_clearing', 'fee_income', 'conversion')) not valid`,
  `alter table gate_methods
    add column dispute_fee_minor bigint not null default 0 check (dispute_fee_minor >= 0)`,

  // An acquirer's report of a payment that is not ours has no order, and is stored once.
  `alter table attention
    alter column order_id drop not null,
    drop constraint attention_kind_check,
    add constraint attention_kind_check check (kind in ('payin_approved_after_end',
      'payout_paid_after_end', 'refund_made_after_end', 'refund_returned', 'provider_contradicts',
      'row_set_aside', 'acquirer_notice', 'dispute_of_nothing', 'received_less', 'received_more',
      'received_late'))`,
  `create unique index attention_of_no_order on attention (detail) where order_id is null`,
];
