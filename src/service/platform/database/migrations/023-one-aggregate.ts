import { sql, type Kysely } from 'kysely';

/**
 * Makes one aggregate of orders: the counts of lists get amounts and codes for overviews, and the totals of all
 * merchants. Hours that were counted before are counted again in the background, the latest first. The previous release
 * rolls up changes without amounts and codes: then fewer orders have an amount than there are, and the hour is counted
 * again. It does not use `order_counters`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Only the series by time of creation have amounts, and are divided by code.
  `alter table order_counts
    add column code text not null default '',
    add column amount_minor numeric not null default 0,
    add column with_amount bigint not null default 0,
    drop constraint order_counts_pkey,
    add primary key (merchant_id, direction, series, bucket, currency, status, code),
    drop constraint order_counts_series_check,
    add constraint order_counts_series_check check (series in ('all', 'created_day', 'created_hour',
      'updated_day', 'updated_hour', 'amount_wide', 'amount_narrow', 'code_day', 'code_hour'))`,
  `drop table order_counters`,
  `insert into stale_order_hours (merchant_id, hour)
    select distinct merchant_id, bucket from order_counts where series = 'created_hour'
    on conflict do nothing`,
];
