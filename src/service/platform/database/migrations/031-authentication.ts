import { sql, type Kysely } from 'kysely';

/** Adds how the payers of attempts were authenticated, as reported by the acquirer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payin_attempts
    add column authentication text check (authentication in ('frictionless', 'challenged', 'exempted')),
    add column eci text`.execute(db);
}
