import { sql, type Kysely } from 'kysely';

/** By which trace an event was recorded: its delivery, in whatever process, goes on with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_events add column traceparent text`.execute(db);
}
