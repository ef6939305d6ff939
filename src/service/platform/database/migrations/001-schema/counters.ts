import { BUSY } from './storage.ts';

/**
 * Columns for answers that took at most so many ms, and more than those of the column before. Slower ones are only in
 * `answered`.
 */
const LATENCIES = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
  .map((ms) => `to_${ms}_ms bigint not null`)
  .join(', ');

/** What is counted of orders, their attempts and the amounts. */
const MEASURES = [
  'created bigint not null',
  'submitted bigint not null',
  'challenged bigint not null',
  'sent bigint not null',
  'approved bigint not null',
  'paid bigint not null',
  'amount_minor numeric not null',
  'paid_minor numeric not null',
  'attempts_approved bigint not null',
  'attempts_declined bigint not null',
  'first_approved bigint not null',
  'first_declined bigint not null',
].join(', ');

/** The counts of orders that lists and overviews read, and the counts of attempts. */
export const COUNTERS = [
  // How many orders a merchant has, by currency and status: in all, and in buckets of hours, days and months. Only the
  // series by time of creation have amounts and all merchants together. `code` is the brand of the card, in the series
  // by time of credit. Always read together with the changes that are not rolled up yet.
  `create table order_counts (
    merchant_id uuid not null,
    direction text not null,
    series text not null check (series in ('all', 'created_day', 'created_hour', 'updated_day',
      'updated_hour', 'credited_day', 'credited_month')),
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

  // What became of the orders of an hour or day of creation, for rates. An order counts at the terminal of its latest
  // attempt; `attempts_…` and `first_…` count at the attempt's own terminal, and only attempts that an acquirer
  // approved or declined. `reason` says why an order that has ended was not paid: the last decline, else its resolution code.
  `create table conversion_counters (
    span text not null check (span in ('hour', 'day')),
    bucket integer not null,
    direction text not null,
    merchant_id uuid not null,
    method_id uuid not null,
    terminal_id uuid not null,
    brand text not null,
    currency text not null,
    reason text not null,
    ${MEASURES},
    primary key (span, bucket, merchant_id, direction, method_id, terminal_id, brand, currency, reason)
  ) with (${BUSY})`,

  // Hours whose attempts, and whose orders' rates, must be counted again.
  `create table stale_hours (hour integer primary key) with (${BUSY})`,
];
