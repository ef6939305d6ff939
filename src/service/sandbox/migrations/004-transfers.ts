import { sql, type Kysely } from 'kysely';

/** Creates the tables for payments by sources other than cards, and for the money that payers sent for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table sandbox.transfers (
    attempt_id uuid primary key,
    state text not null check (state in
      ('waiting', 'approved', 'soft_decline', 'hard_decline', 'abandoned', 'never_seen')),
    message text,
    reason text,
    decided_from timestamptz not null,
    created_at timestamptz not null,
    order_id uuid,
    source text,
    amount_minor bigint,
    currency text,
    pays_late boolean not null default false
  )`,
  `create index transfers_of_order on sandbox.transfers (order_id, created_at)`,
  `create table sandbox.receipts (
    reference uuid primary key,
    attempt_id uuid not null,
    order_id uuid not null,
    amount_minor bigint not null check (amount_minor > 0),
    sent_at timestamptz not null,
    arrives_at timestamptz not null,
    told boolean not null default false
  )`,
  `create index receipts_of_attempt on sandbox.receipts (attempt_id)`,
  `create index receipts_to_tell on sandbox.receipts (arrives_at) where not told`,
];
