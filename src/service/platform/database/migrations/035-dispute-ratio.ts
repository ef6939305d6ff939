import { sql, type Kysely } from 'kysely';

/**
 * Adds counts of payins by the day and month in which they were credited and by card brand, and merchants' own limits
 * of disputes. The previous release rolls up changes without these counts: they are counted again in the background.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table merchants add column dispute_limits jsonb not null default '{}'`,
  `alter table order_counts
    drop constraint order_counts_series_check,
    add constraint order_counts_series_check check (series in ('all', 'created_day', 'created_hour',
      'updated_day', 'updated_hour', 'amount_wide', 'amount_narrow', 'code_day', 'code_hour',
      'credited_day', 'credited_month'))`,
];
