import { sql, type Kysely } from 'kysely';

/**
 * Adds indexes that answer the console's tables without reading the rows themselves, and drops those that they replace.
 *
 * On tables with millions of rows, create them beforehand with `concurrently`: existing ones are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of MADE) await sql.raw(`create index if not exists ${index}`).execute(db);
  for (const index of COVERED) await sql.raw(`drop index if exists ${index}`).execute(db);
}

const MADE = [
  // Retentions by due time, for their release, and with their amounts, for the forecast by month.
  `retentions_kept_back on retentions (due_at) include (gate_id, bucket, currency, amount_minor)
    where released_at is null`,
  // Events that were given up, by time, with their receivers.
  `webhook_events_given_up on webhook_events (created_at, id)
    include (merchant_id, state, destination_host, ended_at) where state in ('failed', 'no_destination')`,
  // Its collation differs from that of the index for claiming due events of a host. A claim compares with the collation
  // of the column, so it can never be planned with this index, which would read everything that a host was ever sent.
  `webhook_events_of_host on webhook_events (destination_host collate "C", created_at, id)
    where destination_host is not null`,
  `audit_of_command on audit (command, number)`,
  `audit_of_actor on audit (actor, number)`,
];

const COVERED = ['retentions_due', 'webhook_events_undelivered'];
