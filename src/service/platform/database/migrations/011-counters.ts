import { sql, type Kysely } from 'kysely';

/**
 * Adds counters of orders and attempts by hour and day, due times of recurring work that does not look for rows, and
 * indexes for the same readers. Existing rows are counted in the background. The previous release does not count; a
 * later comparison counts what it does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/**
 * Columns for answers that took at most so many ms, and more than those of the column before. Slower ones are only in
 * `answered`.
 */
const LATENCIES = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
  .map((ms) => `to_${ms}_ms bigint not null`)
  .join(', ');

const STATEMENTS = [
  // Orders by the hour or day of their creation (since 1970 in UTC), with their current status. A merchant id of zeros
  // means all merchants together; an empty code means none.
  `create table order_counters (
    merchant_id uuid not null,
    span text not null check (span in ('hour', 'day')),
    bucket integer not null,
    direction text not null,
    currency text not null,
    status text not null,
    code text not null,
    orders bigint not null,
    amount_minor numeric not null,
    primary key (merchant_id, span, bucket, direction, currency, status, code)
  )`,
  `create index order_counters_in on order_counters (span, bucket)`,

  // Attempts by the time of their creation. An empty outcome is not known yet. Only answers have a latency, except
  // those for which a shopper had to do something first.
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
  )`,
  `create index attempt_counters_in on attempt_counters (span, bucket)`,
  `create index attempt_counters_open on attempt_counters (bucket) where span = 'hour' and outcome = ''`,

  // Hours that must be counted again.
  `create table stale_order_hours (
    merchant_id uuid not null,
    hour integer not null,
    primary key (merchant_id, hour)
  )`,
  `create table stale_attempt_hours (hour integer primary key)`,
  `insert into stale_order_hours (merchant_id, hour)
    select distinct merchant_id, bucket from order_counts where series = 'created_hour'`,
  `insert into stale_attempt_hours (hour)
    select distinct bucket from order_counts where series = 'updated_hour'`,

  // For operators' lists of the ledger and of webhooks. On tables with millions of rows, create them beforehand with
  // `concurrently`: existing ones are kept.
  `create index if not exists ledger_entries_of_owner on ledger_entries (owner_id, currency, movement_id)
    where owner_id is not null`,
  `create index if not exists ledger_movements_of_kind on ledger_movements (kind, at, id)`,
  `create index if not exists webhook_events_latest on webhook_events (created_at, id)`,

  // A process moves the due time before it does the work, so that no other process does it.
  `create table timed_work (
    name text primary key,
    due_at timestamptz not null
  ) with (fillfactor = 50)`,
  `insert into timed_work (name, due_at) values
    ('count-hours', '1970-01-01Z'), ('compare-counters', '1970-01-01Z'), ('check-ledger', '1970-01-01Z')`,
];
