import { sql, type Kysely } from 'kysely';

/**
 * Adds a due time for rolling up the counts of lists: every few seconds instead of each second. The previous release
 * continues as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into timed_work (name, due_at) values ('fold-order-counts', '1970-01-01Z')`.execute(
    db,
  );
}
