import { sql, type Kysely } from 'kysely';

/** The embedded payer's own books, beside the acquirer's: what the outside world knows of payouts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_acquirer.payouts (
      attempt_id uuid primary key,
      outcome text not null check (outcome in ('paid', 'refused', 'never_seen')),
      decided_from timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
}
