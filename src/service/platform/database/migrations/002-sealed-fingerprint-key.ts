import { sql, type Kysely } from 'kysely';

/** Adds the sealed fingerprint key, which outlives the master key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table keyring_check add column fingerprint_key_sealed bytea`.execute(db);
}
