import { sql, type Kysely } from 'kysely';

/**
 * Binds rows that grant access by a keyed hash, which a person who can only write to the database cannot make
 * (docs/decisions/055). Only adds columns: the previous release continues without them, and what it writes is confirmed
 * by hand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of BOUND) {
    await sql`alter table ${sql.table(table)} add column grant_mac bytea`.execute(db);
  }
  // When a link was first opened.
  await sql`alter table invitations add column opened_at timestamptz`.execute(db);
}

const BOUND = [
  'people',
  'passkeys',
  'invitations',
  'recovery_codes',
  'operator_sessions',
  'operator_tokens',
];
