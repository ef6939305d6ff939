import { sql, type Kysely } from 'kysely';

/** A known text, sealed at the first start: by it each later one tells whether its master key is the right one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table keyring_check (
      id smallint primary key check (id = 1),
      sealed bytea not null
    )`.execute(db);
}
