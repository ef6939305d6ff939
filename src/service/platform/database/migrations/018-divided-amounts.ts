import { sql, type Kysely } from 'kysely';

/**
 * Adds counts within narrow buckets of amounts that very many orders have. The previous release writes changes without
 * the two columns, and rolls up changes without counting them here: parts whose sum is wrong are not used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table order_count_changes add column amount_minor bigint, add column order_id uuid`,

  // Narrow buckets of amounts that are, or will be, divided into parts.
  `create table divided_amounts (
    merchant_id uuid not null,
    direction text not null,
    amount_narrow integer not null,
    primary key (merchant_id, direction, amount_narrow)
  )`,

  // The number of ended orders from this amount and id up to the next part of the bucket.
  `create table amount_part_counts (
    merchant_id uuid not null,
    direction text not null,
    amount_narrow integer not null,
    from_amount_minor bigint not null,
    from_id uuid not null,
    currency text not null,
    status text not null,
    orders bigint not null,
    primary key (merchant_id, direction, amount_narrow, from_amount_minor, from_id, currency, status)
  )`,

  `insert into divided_amounts (merchant_id, direction, amount_narrow)
    select distinct merchant_id, direction, bucket from order_counts
    where series = 'amount_narrow' and status in ('SUCCESS', 'FAILED', 'CLOSED') and orders > 10000`,
  `insert into timed_work (name, due_at) values ('divide-amounts', '1970-01-01Z')`,
];
