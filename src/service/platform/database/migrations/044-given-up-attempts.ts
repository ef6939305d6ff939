import { sql, type Kysely } from 'kysely';

/** Adds when the payer gave up an attempt, which the acquirer is then asked to end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payin_attempts add column given_up_at timestamptz`.execute(db);
}
