import { sql, type Kysely } from 'kysely';

/** What lists count is added in every few seconds rather than each second: the release before goes on as it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into timed_work (name, due_at) values ('fold-order-counts', '1970-01-01Z')`.execute(
    db,
  );
}
