import { sql, type Kysely } from 'kysely';

/** Adds the decline reason that the acquirer's message stands for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox.payments add column reason text`.execute(db);
}
