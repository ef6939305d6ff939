import { sql, type Kysely } from 'kysely';

/** How often cards may be declined at a merchant, where it is not as usual, and what schemes said of declines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merchants add column attempt_limits jsonb not null default '{}'`.execute(
    db,
  );
  await sql`alter table payin_attempts add column scheme_code text`.execute(db);
}
