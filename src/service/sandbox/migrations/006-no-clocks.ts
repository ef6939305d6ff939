import { sql, type Kysely } from 'kysely';

/** Drops the offsets of merchants' clocks: every merchant has the service's time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sandbox.clocks`.execute(db);
}
