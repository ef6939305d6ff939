import { sql, type Kysely } from 'kysely';

/** Up to which state of cell 0's terminals each other cell has followed; null where it has none of them yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cells add column terminals_version bigint`.execute(db);
}
