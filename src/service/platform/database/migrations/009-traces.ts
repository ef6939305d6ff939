import { sql, type Kysely } from 'kysely';

/** Adds the trace in which an event was recorded, so that its delivery, in any process, continues the trace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_events add column traceparent text`.execute(db);
}
