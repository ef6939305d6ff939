import { sql, type Kysely } from 'kysely';

/**
 * Adds merchants' own limits of declined cards, where they differ from the defaults, and the codes of schemes for
 * declines.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merchants add column attempt_limits jsonb not null default '{}'`.execute(
    db,
  );
  await sql`alter table payin_attempts add column scheme_code text`.execute(db);
}
