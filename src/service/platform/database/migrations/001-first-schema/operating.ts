/** Tables for the service's own work: turns, quarantined work, and what needs a person's attention. */
export const OPERATING = [
  // Work that one process at a time does locks its row until its transaction ends, or takes the next turn
  // in the statement that does it.
  `create table exclusive_work (
    name text primary key,
    turn bigint not null default 0
  ) with (fillfactor = 50)`,
  `insert into exclusive_work (name) values ('claim-webhooks'), ('fold-order-counts'), ('apply-deployment'),
    ('append-audit')`,

  `create table set_aside (
    work text not null,
    row_id text not null,
    failures integer not null,
    retry_at timestamptz not null,
    error text not null,
    first_failed_at timestamptz not null,
    last_failed_at timestamptz not null,
    primary key (work, row_id)
  )`,

  `create table attention (
    id uuid primary key,
    kind text not null check (kind in ('payin_approved_after_end', 'payout_paid_after_end',
      'provider_contradicts', 'row_set_aside')),
    order_id uuid not null,
    attempt_id uuid,
    detail text not null,
    created_at timestamptz not null,
    resolved_at timestamptz
  )`,
  `create unique index attention_unresolved
    on attention (kind, order_id, coalesce(attempt_id, order_id)) where resolved_at is null`,
  `create index attention_of_attempt on attention (attempt_id)`,

  // What operators changed. Rows are added in the change's own transaction and never touched again; each has
  // a keyed hash of itself and of the one before it.
  `create table audit (
    number bigint primary key,
    at timestamptz not null,
    actor text not null,
    role text not null,
    address text,
    command text not null,
    subject text not null,
    before text,
    after text,
    reason text,
    hash bytea not null
  )`,

  // Of a token only its hash is kept. Names are not used again: the audit says them.
  `create table operator_tokens (
    id uuid primary key,
    name text not null unique,
    role text not null check (role in ('viewer', 'support', 'finance', 'admin')),
    token_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,

  // A known text, sealed at the first start: by it each later one tells whether its master key is right.
  `create table keyring_check (
    id smallint primary key check (id = 1),
    sealed bytea not null
  )`,
];
