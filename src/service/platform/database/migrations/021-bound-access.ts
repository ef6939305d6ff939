import { sql, type Kysely } from 'kysely';

/**
 * What lets somebody in is bound to its row by a keyed hash, which somebody who can only write to the database cannot make
 * (docs/decisions/055). Columns alone: the release before goes on without them, and what it writes is confirmed by hand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of BOUND) {
    await sql`alter table ${sql.table(table)} add column grant_mac bytea`.execute(db);
  }
  // A link says when it was opened first.
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
