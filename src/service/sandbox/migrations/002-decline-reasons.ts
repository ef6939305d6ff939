import { sql, type Kysely } from 'kysely';

/** Which of the closed list of reasons the acquirer means by what it says of a decline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox.payments add column reason text`.execute(db);
}
