import { sql, type Kysely } from 'kysely';

/**
 * Analyzes and vacuums a table when thousands of its rows have changed, besides a share of them, instead of fifty.
 * After each time, every connection plans its statements again, and each of many cells has such tables.
 *
 * Blocks neither reads nor writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of CHANGED_BY_PAYMENTS) {
    await sql`alter table ${sql.table(table)} set (${sql.raw(THRESHOLDS)})`.execute(db);
  }
}

/** The tables that change with a payment or payout, its webhooks, and its counts. */
const CHANGED_BY_PAYMENTS = [
  'api_keys',
  'attempt_counters',
  'card_slots',
  'exclusive_work',
  'gate_accounts',
  'ledger_entries',
  'ledger_movements',
  'order_count_changes',
  'order_counters',
  'order_counts',
  'order_transitions',
  'payin_attempts',
  'payins',
  'payout_attempts',
  'payouts',
  'retentions',
  'stale_attempt_hours',
  'stale_order_hours',
  'timed_work',
  'wallets',
  'webhook_attempts',
  'webhook_events',
];

const THRESHOLDS = `autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = 5000`;
