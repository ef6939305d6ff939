import { sql, type Kysely } from 'kysely';

/** Adds the notifications that contradicted what was known, which an operator can hand to their adapter again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
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
