/** Refunds of payins, and the attempts at them. */
export const REFUNDS = [
  // A refund. `paid_back_minor`, which the payer gets, is in the currency of the payment method. The `from_…` columns are
  // the balances from which the cost was taken. `made_after_end`: the acquirer made it although it is FAILED.
  // `payin_fee_minor` is the fee that it returns a share of: a correction of that fee leaves it, and the share, as they are.
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
    payin_fee_minor bigint,
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
    made_after_end boolean not null default false,
    taken_at timestamptz,
    unique (merchant_id, reference_id)
  )`,
  // What is left of a payin.
  `create index refunds_of_payin on refunds (payin_id)`,
  `create index refunds_by_created_at on refunds (merchant_id, created_at, id)`,
  // The ledger check compares the reserve of a gate with its refunds under way.
  `create index refunds_under_way on refunds (gate_id, currency)
    where status in ('IN_PROGRESS', 'PROCESS_PENDING')`,

  // An attempt to refund at the terminal of the attempt that paid the payin.
  `create table refund_attempts (
    id uuid primary key,
    refund_id uuid not null,
    payin_id uuid not null,
    payin_attempt_id uuid not null,
    terminal_id uuid not null,
    provider_reference text,
    outcome text check (outcome in ('refunded', 'refused', 'never_seen')),
    next_inquiry_at timestamptz,
    inquiry_step integer not null default 0,
    leased_until timestamptz,
    unanswered integer not null default 0,
    created_at timestamptz not null,
    settled_at timestamptz,
    refunded_after_end_at timestamptz,
    returned_at timestamptz,
    check ((outcome is null) = (settled_at is null))
  )`,
  `create index refund_attempts_of on refund_attempts (refund_id)`,
  // The next status inquiries.
  `create index refund_attempts_to_inquire on refund_attempts (next_inquiry_at) where outcome is null`,
  // An acquirer's settlement file names refunds by its reference, and lacks those of its days that it does not name.
  `create index refund_attempts_of_reference on refund_attempts (split_part(provider_reference, ' ', 1))
    where provider_reference is not null`,
  `create index refund_attempts_of_terminal on refund_attempts (terminal_id, settled_at)`,
];
