import { sql, type Kysely } from 'kysely';

/**
 * Prepares files for terminals that all merchants share: their lines are in the cells of the attempts. Cell 0 records
 * how many lines a file has and which cells did not answer, and keeps the lines that are unknown because of that.
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
