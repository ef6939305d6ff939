import { sql, type Kysely } from 'kysely';

/** Recurring work runs on intervals: its job queue goes, and whether a webhook is due is asked each second. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop schema if exists jobs cascade`.execute(db);
  await sql`
    create index webhook_events_next on webhook_events (next_attempt_at)
      where next_attempt_at is not null`.execute(db);
}
