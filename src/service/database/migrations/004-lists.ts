import { sql, type Kysely } from 'kysely';

/** What the lists read by: an index for each sort, and counts that are kept with the orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    ...STATEMENTS,
    ...listsOf('payins', 'payin'),
    ...listsOf('payouts', 'payout'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Indexes and triggers of one table of orders. Currency and status stand before the sort's column: a
 * page is merged from the few combinations of them that a merchant has, so a filter on either costs
 * no more than none. Ids break ties, and stand in the index for an offset to be walked there alone.
 */
function listsOf(table: string, direction: string): string[] {
  const columns = ['created_at', 'updated_at', 'amount_minor'];
  const counted = ['merchant_id', 'currency', 'status', 'created_at', 'amount_minor'];
  const changed = counted.map((column) => `old.${column} is distinct from new.${column}`);
  return [
    ...columns.map(
      (column) =>
        `create index ${table}_by_${column} on ${table} (merchant_id, currency, status, ${column}, id)`,
    ),
    `insert into order_count_changes
      select merchant_id, '${direction}', currency, status,
        hour_bucket(created_at), hour_bucket(updated_at), amount_bucket(amount_minor), count(*)
      from ${table} group by 1, 2, 3, 4, 5, 6, 7`,
    `create trigger ${table}_count_created after insert on ${table}
      referencing new table as created
      for each statement execute function count_created_orders('${direction}')`,
    `create trigger ${table}_count_changed after update on ${table} for each row
      when (${changed.join(' or ')} or hour_bucket(old.updated_at) <> hour_bucket(new.updated_at))
      execute function count_changed_order('${direction}')`,
    `create trigger ${table}_count_deleted after delete on ${table}
      for each row execute function count_changed_order('${direction}')`,
  ];
}

const STATEMENTS = [
  // A payin that was created separately is its own group, and found by its id.
  `create index payins_in_groups on payins (group_id) where group_id <> id`,
  `create index payouts_by_destination on payouts (merchant_id, destination_fingerprint)`,

  // Hours since 1970 in UTC.
  `create function hour_bucket(at timestamptz) returns integer immutable language sql
    return floor(extract(epoch from at at time zone 'UTC') / 3600)::integer`,

  // Amounts by their number of digits and first three of them: 12.50 is 1250, four digits, 4125.
  `create function amount_bucket(minor bigint) returns integer immutable language sql
    return length(minor::text) * 1000 + rpad(left(minor::text, 3), 3, '0')::integer`,

  // How many orders a merchant has, by currency and status: in all, and along each sort's column in
  // buckets of two sizes. Always read together with the changes that are not yet added in.
  `create table order_counts (
    merchant_id uuid not null,
    direction text not null,
    series text not null check (series in ('all', 'created_day', 'created_hour',
      'updated_day', 'updated_hour', 'amount_wide', 'amount_narrow')),
    bucket integer not null,
    currency text not null,
    status text not null,
    orders bigint not null,
    primary key (merchant_id, direction, series, bucket, currency, status)
  )`,

  // Every transaction appends what it changes, and locks nothing that another one needs.
  `create table order_count_changes (
    merchant_id uuid not null,
    direction text not null,
    currency text not null,
    status text not null,
    created_hour integer not null,
    updated_hour integer not null,
    amount_narrow integer not null,
    orders integer not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000)`,
  `create index order_count_changes_of on order_count_changes (merchant_id)`,

  `create function count_created_orders() returns trigger language plpgsql as $$
  begin
    insert into order_count_changes
    select merchant_id, tg_argv[0], currency, status,
      hour_bucket(created_at), hour_bucket(updated_at), amount_bucket(amount_minor), count(*)
    from created
    group by 1, 2, 3, 4, 5, 6, 7;
    return null;
  end $$`,

  `create function count_changed_order() returns trigger language plpgsql as $$
  begin
    insert into order_count_changes values (old.merchant_id, tg_argv[0], old.currency, old.status,
      hour_bucket(old.created_at), hour_bucket(old.updated_at), amount_bucket(old.amount_minor), -1);
    if tg_op = 'UPDATE' then
      insert into order_count_changes values (new.merchant_id, tg_argv[0], new.currency, new.status,
        hour_bucket(new.created_at), hour_bucket(new.updated_at), amount_bucket(new.amount_minor), 1);
    end if;
    return null;
  end $$`,
];
