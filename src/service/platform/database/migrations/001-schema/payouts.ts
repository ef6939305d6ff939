import { erased, foundByReference, searchedBy, sortedBy } from './order-indexes.ts';
import { BUSY } from './storage.ts';

/** Payouts, the attempts at them, and the card numbers that lists of payouts were asked for. */
export const PAYOUTS = [
  // A payout, or one part of it. The first part, 0, represents the whole request.
  `create table payouts (
    id uuid primary key,
    group_id uuid not null,
    part integer not null check (part >= 0),
    merchant_id uuid not null,
    reference_id text not null,
    gate_id uuid not null,
    method_id uuid not null,
    status text not null,
    resolution text,
    resolution_code text,
    resolution_message text,
    provider_error_message text,
    payment_source text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    destination_shown text not null,
    destination_fingerprint bytea not null,
    fee_percent numeric not null,
    fee_fixed_minor bigint not null,
    fee_min_minor bigint,
    fee_max_minor bigint,
    fee_total_minor bigint not null,
    total_minor bigint not null,
    payment_method_data jsonb,
    customer jsonb not null,
    comment text,
    request jsonb not null,
    erasure text check (erasure in ('requested', 'done')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (merchant_id, reference_id, part),
    constraint payouts_total_not_negative check (total_minor >= 0)
  ) with (${BUSY})`,
  `create index payouts_of_group on payouts (group_id)`,
  // The ledger check compares the reserve of a gate with its payouts under way.
  `create index payouts_under_way on payouts (gate_id, currency)
    where status in ('IN_PROGRESS', 'PROCESS_PENDING')`,
  // Merchants list payouts by account, or by a masked card number as answers show it.
  `create index payouts_by_destination on payouts (merchant_id, destination_fingerprint)`,
  `create index payouts_by_mask on payouts (merchant_id, destination_shown)
    where destination_shown like '%*%'`,
  ...sortedBy('payouts'),
  ...erased('payouts'),
  `create index payouts_latest on payouts (created_at, id)`,
  ...searchedBy('payouts', {
    of_status: { on: 'status' },
    of_method: { on: 'method_id' },
    of_code: { on: 'resolution_code', where: 'resolution_code is not null' },
    of_amount: { on: 'amount_minor' },
    of_email: { on: `lower(customer ->> 'email')`, where: `customer ->> 'email' is not null` },
    of_last_four: { on: 'right(destination_shown, 4)', where: `destination_shown like '%*%'` },
    of_reference: { on: 'reference_id' },
  }),

  // An attempt to pay a payout at one terminal.
  `create table payout_attempts (
    id uuid primary key,
    payout_id uuid not null references payouts,
    terminal_id uuid not null,
    route_id uuid not null,
    provider_reference text,
    outcome text check (outcome in ('paid', 'refused', 'never_seen')),
    next_inquiry_at timestamptz,
    inquiry_step integer not null default 0,
    leased_until timestamptz,
    unanswered integer not null default 0,
    created_at timestamptz not null,
    settled_at timestamptz,
    paid_after_end_at timestamptz,
    check ((outcome is null) = (settled_at is null))
  ) with (${BUSY})`,
  `create index payout_attempts_of on payout_attempts (payout_id)`,
  // The next status inquiries.
  `create index payout_attempts_to_inquire on payout_attempts (next_inquiry_at) where outcome is null`,
  // A terminal's health, and the counters of its attempts.
  `create index payout_attempts_of_terminal on payout_attempts (terminal_id, created_at)`,
  ...foundByReference('payout_attempts'),

  // A row for each API key that has compared a card number. Its hour of counting begins with the first comparison.
  `create table card_comparisons (
    key_id uuid primary key,
    since timestamptz not null,
    compared integer not null
  )`,
];
