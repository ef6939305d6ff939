/**
 * Tables for the service's own work: turns, quarantined rows, the exception queue, the audit, tokens and the keyring.
 */
export const OPERATING = [
  // Work that one process at a time does either locks its row until the transaction ends, or takes the next turn in the
  // statement that does the work.
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

  // Changes by operators. Rows are added in the transaction of the change and never updated. Each has a keyed hash over
  // itself and the hash of the previous row.
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

  // Only the hash of a token is stored. Names are not reused, because the audit contains them.
  `create table operator_tokens (
    id uuid primary key,
    name text not null unique,
    role text not null check (role in ('viewer', 'support', 'finance', 'admin')),
    token_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,

  // A known text, sealed at the first start. With it, each later start checks its master key.
  `create table keyring_check (
    id smallint primary key check (id = 1),
    sealed bytea not null
  )`,
];
