import { sql, type Kysely } from 'kysely';

/**
 * Orders and attempts counted by the hour and by the day, to show how payments go; and when
 * recurring work that looks for nothing in particular is due; and indexes for the same readers. What there is already is counted in the
 * background. The release before knows nothing of it: what it does is counted by a later comparison.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Answers that took up to so many ms; the longer ones stand apart. */
const LATENCIES = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
  .map((ms) => `to_${ms}_ms bigint not null`)
  .join(', ');

const STATEMENTS = [
  // Orders by the hour or day (since 1970 in UTC) that they were made in, as they stand now. A merchant of
  // zeros is all of them together; a code of no text is none.
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

  // Attempts by when they were made. An outcome of no text is yet to come; only answers have a latency, and
  // none for which a shopper had to do something first.
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

  // Which hours are to be counted again.
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

  // What operators look for in the ledger and among webhooks. On tables of millions, make them beforehand with
  // `concurrently`: those that are there are left alone.
  `create index if not exists ledger_entries_of_owner on ledger_entries (owner_id, currency, movement_id)
    where owner_id is not null`,
  `create index if not exists ledger_movements_of_kind on ledger_movements (kind, at, id)`,
  `create index if not exists webhook_events_latest on webhook_events (created_at, id)`,

  // The process that does the work moves its time on first, so that one process alone does it.
  `create table timed_work (
    name text primary key,
    due_at timestamptz not null
  ) with (fillfactor = 50)`,
  `insert into timed_work (name, due_at) values
    ('count-hours', '1970-01-01Z'), ('compare-counters', '1970-01-01Z'), ('check-ledger', '1970-01-01Z')`,
];
