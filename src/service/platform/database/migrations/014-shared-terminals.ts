import { sql, type Kysely } from 'kysely';

/** Adds the version of cell 0's terminals that each other cell has copied; null if it has none of them yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cells add column terminals_version bigint`.execute(db);
}
