import { sql, type Kysely } from 'kysely';

/** How the payers of attempts were authenticated, as their acquirers say it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payin_attempts
    add column authentication text check (authentication in ('frictionless', 'challenged', 'exempted')),
    add column eci text`.execute(db);
}
