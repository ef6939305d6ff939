import { sql, type Kysely } from 'kysely';

/**
 * Creates the tables for what the acquirer and the payer know, in a separate schema that does not depend on the
 * orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table sandbox.payments (
    attempt_id uuid primary key,
    outcome text not null check (outcome in
      ('approved', 'soft_decline', 'hard_decline', 'challenge', 'abandoned', 'never_seen')),
    message text,
    rrn text,
    decided_from timestamptz not null,
    created_at timestamptz not null,
    order_id uuid,
    amount_minor bigint,
    currency text,
    card_number_masked text
  )`,
  `create table sandbox.payouts (
    attempt_id uuid primary key,
    outcome text not null check (outcome in ('paid', 'refused', 'never_seen')),
    decided_from timestamptz not null,
    created_at timestamptz not null
  )`,
  `create table sandbox.seeding (id integer primary key)`,
  `insert into sandbox.seeding values (1)`,
];
