import { sql, type Kysely } from 'kysely';

/** Adds the due time at which one process logs failing receivers of webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into timed_work (name, due_at) values ('log-failing-receivers', '1970-01-01Z')`.execute(
    db,
  );
}
