import { sql, type Kysely } from 'kysely';

/** Removes the counts of orders by amount, and what recounted the orders of a previous release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `drop table divided_amounts, amount_part_counts, stale_order_hours`,
  `delete from timed_work where name = 'divide-amounts'`,
  `delete from order_counts where series in ('amount_wide', 'amount_narrow')`,
  `alter table order_counts
    drop column with_amount,
    drop constraint order_counts_series_check,
    add constraint order_counts_series_check check (series in ('all', 'created_day', 'created_hour',
      'updated_day', 'updated_hour', 'code_day', 'code_hour', 'credited_day', 'credited_month'))`,
  `alter table order_count_changes
    drop column amount_narrow,
    alter column amount_minor set not null,
    alter column order_id set not null`,
];
