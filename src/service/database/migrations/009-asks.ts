import { sql, type Kysely } from 'kysely';

/** Asks that are leased, rows that a sweep sets aside, and what an operator has to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table payin_attempts
    add column leased_until timestamptz,
    add column unanswered integer not null default 0,
    add column challenged_at timestamptz,
    add column request_hash bytea`,
  `alter table payout_attempts
    add column leased_until timestamptz,
    add column unanswered integer not null default 0`,
  `create table refused_card_requests (
    payin_id uuid primary key references payins,
    request_hash bytea not null
  )`,

  `create index payin_attempts_open_of_card on payin_attempts (card_fingerprint)
    where outcome is null`,

  // Card data of one card is judged one after the other, by a lock on the row that its fingerprint
  // falls to. Two cards may share a row: then they wait for each other for a moment.
  `create table card_locks (slot integer primary key)`,
  `insert into card_locks select generate_series(0, 1023)`,

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
      'row_set_aside')),
    order_id uuid not null,
    attempt_id uuid,
    detail text not null,
    created_at timestamptz not null,
    resolved_at timestamptz
  )`,
  `create unique index attention_unresolved
    on attention (kind, order_id, coalesce(attempt_id, order_id)) where resolved_at is null`,
  `create index attention_of_attempt on attention (attempt_id)`,
];
