import { sql, type Kysely } from 'kysely';

/** Creates the table of the acquirer's refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sandbox.refunds (
    attempt_id uuid primary key,
    outcome text not null check (outcome in ('refunded', 'refused', 'never_seen')),
    decided_from timestamptz not null,
    created_at timestamptz not null
  )`.execute(db);
}
