/** The counts of orders that lists read. */
export const LISTS = [
  // How many orders a merchant has, by currency and status: in all, and in buckets of two sizes along the column of
  // each sort. Always read together with the changes that are not rolled up yet.
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

  // The previous and the current place of an order. The statement that moves an order appends this, and locks nothing
  // that another statement needs (orders/count-changes.ts).
  `create table order_count_changes (
    merchant_id uuid not null,
    number bigint not null generated always as identity,
    direction text not null,
    currency text not null,
    created_hour integer not null,
    amount_narrow integer not null,
    from_status text,
    from_updated_hour integer,
    to_status text not null,
    to_updated_hour integer not null,
    primary key (merchant_id, number),
    check ((from_status is null) = (from_updated_hour is null))
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000)`,
];
