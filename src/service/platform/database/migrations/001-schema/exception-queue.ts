/** What a person must handle, and what acquirers report besides outcomes. */
export const EXCEPTION_QUEUE = [
  // An entry of the exception queue. An acquirer's report of a payment that is not ours has no order.
  `create table attention (
    id uuid primary key,
    kind text not null check (kind in ('payin_approved_after_end', 'payout_paid_after_end', 'payout_returned',
      'refund_made_after_end', 'refund_returned', 'provider_contradicts', 'row_quarantined',
      'acquirer_notice', 'dispute_of_nothing', 'dispute_unmatched', 'dispute_exceeds_payment',
      'received_less', 'received_more', 'received_late', 'database_cannot_write', 'clock_differs',
      'row_not_verified')),
    order_id uuid,
    attempt_id uuid,
    detail text not null,
    created_at timestamptz not null,
    resolved_at timestamptz
  )`,
  // Each matter is queued once until it is resolved; without an order, once.
  `create unique index attention_unresolved
    on attention (kind, order_id, coalesce(attempt_id, order_id)) where resolved_at is null`,
  `create unique index attention_of_no_order on attention (detail) where order_id is null`,
  `create index attention_of_attempt on attention (attempt_id)`,

  // A row that recurring work could not handle, and until when it is skipped.
  `create table quarantined_rows (
    work text not null,
    row_id text not null,
    failures integer not null,
    retry_at timestamptz not null,
    error text not null,
    first_failed_at timestamptz not null,
    last_failed_at timestamptz not null,
    primary key (work, row_id)
  )`,

  // A notice from an acquirer about a payment, other than its outcome.
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

  // A notification that contradicted what was known. An operator can hand it to its adapter again.
  `create table contradictory_notifications (
    id uuid primary key,
    terminal_id uuid not null,
    attempt_id uuid not null,
    kind text not null check (kind in ('card', 'transfer', 'payout', 'refund')),
    event text not null,
    reference text not null,
    reported jsonb,
    received_at timestamptz not null,
    taken_at timestamptz,
    unique (terminal_id, event, reference)
  )`,
  `create index contradictory_notifications_of on contradictory_notifications (attempt_id)`,
];
