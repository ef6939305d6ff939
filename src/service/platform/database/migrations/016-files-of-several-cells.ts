import { sql, type Kysely } from 'kysely';

/**
 * A file for a terminal that all merchants share has its lines in the cells of the attempts. Cell 0 knows how many lines it
 * was given, which cells did not answer then, and so which lines nobody knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table acquirer_files
    add column given_lines integer not null default 0,
    add column missing_cells integer[] not null default '{}'`.execute(db);
  await sql`alter table acquirer_lines
    drop constraint acquirer_lines_verdict_check,
    add constraint acquirer_lines_verdict_check
      check (verdict in ('matched', 'different', 'missing_here', 'unknown'))`.execute(db);
}
