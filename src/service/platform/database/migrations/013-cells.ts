import { sql, type Kysely } from 'kysely';

/**
 * Which cell a database is, and in which deployment: cell 0 has a row for each cell, any other one its own.
 * Nothing else would notice that an address leads to an empty database, or to somebody else's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cells (
    number integer primary key check (number >= 0),
    deployment uuid not null
  )`.execute(db);
}
