import { sql, type Kysely } from 'kysely';

/**
 * Creates the tables for what the acquirer and the payer know, in a separate schema that does not depend on the
 * orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Locked while the sandbox's merchants are created.
  `create table sandbox.seeding (id integer primary key)`,
  `insert into sandbox.seeding values (1)`,

  // A card payment at the acquirer. `reason` is the decline reason that its message stands for.
  `create table sandbox.payments (
    attempt_id uuid primary key,
    order_id uuid,
    amount_minor bigint,
    currency text,
    card_number_masked text,
    outcome text not null check (outcome in
      ('approved', 'soft_decline', 'hard_decline', 'challenge', 'abandoned', 'never_seen')),
    message text,
    reason text,
    rrn text,
    decided_from timestamptz not null,
    created_at timestamptz not null
  )`,

  // A payment by another source than a card.
  `create table sandbox.transfers (
    attempt_id uuid primary key,
    order_id uuid,
    source text,
    amount_minor bigint,
    currency text,
    state text not null check (state in
      ('waiting', 'approved', 'soft_decline', 'hard_decline', 'abandoned', 'never_seen')),
    message text,
    reason text,
    pays_late boolean not null default false,
    decided_from timestamptz not null,
    created_at timestamptz not null
  )`,
  `create index transfers_of_order on sandbox.transfers (order_id, created_at)`,

  // Money that a payer sent for a transfer. The service is told of it once it has arrived.
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

  // Payouts and refunds: money that the acquirer sends.
  ...[
    ['payouts', 'paid'],
    ['refunds', 'refunded'],
  ].map(
    ([table, sent]) => `create table sandbox.${table} (
    attempt_id uuid primary key,
    outcome text not null check (outcome in ('${sent}', 'refused', 'never_seen')),
    decided_from timestamptz not null,
    created_at timestamptz not null
  )`,
  ),
];
