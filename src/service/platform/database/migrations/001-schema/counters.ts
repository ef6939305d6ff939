import { BUSY } from './storage.ts';

/**
 * Columns for answers that took at most so many ms, and more than those of the column before. Slower ones are only in
 * `answered`.
 */
const LATENCIES = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
  .map((ms) => `to_${ms}_ms bigint not null`)
  .join(', ');

/** The counts of orders that lists and overviews read, and the counts of attempts. */
export const COUNTERS = [
  // How many orders a merchant has, by currency and status: in all, and in buckets of hours, days and months. Only the
  // series by time of creation have amounts and all merchants together. `code` is the code by which orders ended, or
  // the brand of their card. Always read together with the changes that are not rolled up yet.
  `create table order_counts (
    merchant_id uuid not null,
    direction text not null,
    series text not null check (series in ('all', 'created_day', 'created_hour', 'updated_day',
      'updated_hour', 'code_day', 'code_hour', 'credited_day', 'credited_month')),
    bucket integer not null,
    currency text not null,
    status text not null,
    code text not null default '',
    orders bigint not null,
    amount_minor numeric not null default 0,
    primary key (merchant_id, direction, series, bucket, currency, status, code)
  ) with (${BUSY})`,

  // The previous and the current place of an order. The statement that moves an order appends this, and locks nothing
  // that another statement needs. Deleted once rolled up, so it is vacuumed by their number alone.
  `create table order_count_changes (
    merchant_id uuid not null,
    number bigint not null generated always as identity,
    order_id uuid not null,
    direction text not null,
    currency text not null,
    amount_minor bigint not null,
    created_hour integer not null,
    from_status text,
    from_updated_hour integer,
    to_status text not null,
    to_updated_hour integer not null,
    primary key (merchant_id, number),
    check ((from_status is null) = (from_updated_hour is null))
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_analyze_scale_factor = 0, ${BUSY})`,

  // Attempts by the time of their creation. An empty outcome is not known yet. Only answers have a latency, except
  // those for which a payer had to do something first.
  `create table attempt_counters (
    terminal_id uuid not null,
    span text not null check (span in ('hour', 'day')),
    bucket integer not null,
    direction text not null,
    outcome text not null,
    reason text not null,
    attempts bigint not null,
    answered bigint not null,
    latency_ms bigint not null,
    ${LATENCIES},
    primary key (terminal_id, span, bucket, direction, outcome, reason)
  ) with (${BUSY})`,
  // Overviews of all terminals.
  `create index attempt_counters_in on attempt_counters (span, bucket)`,
  // Hours with attempts that had no outcome when they were counted.
  `create index attempt_counters_open on attempt_counters (bucket) where span = 'hour' and outcome = ''`,

  // Hours whose attempts must be counted again.
  `create table stale_attempt_hours (hour integer primary key) with (${BUSY})`,
];
