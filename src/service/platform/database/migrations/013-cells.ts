import { sql, type Kysely } from 'kysely';

/**
 * Records which cell of which deployment a database is: cell 0 has a row for each cell, any other cell its own.
 * Otherwise nothing would detect that an address leads to an empty database, or to one of another deployment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cells (
    number integer primary key check (number >= 0),
    deployment uuid not null
  )`.execute(db);
}
