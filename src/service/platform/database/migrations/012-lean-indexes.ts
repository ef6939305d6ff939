import { sql, type Kysely } from 'kysely';

/**
 * Indexes by which the console's tables are answered without a visit to the rows themselves, in the place of
 * those that knew less (docs/decisions/060).
 *
 * On tables of millions, make them beforehand with `concurrently`: those that are there are left alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of MADE) await sql.raw(`create index if not exists ${index}`).execute(db);
  for (const index of COVERED) await sql.raw(`drop index if exists ${index}`).execute(db);
}

const MADE = [
  // What is due, for its release, and how much that is, for a look ahead by months.
  `retentions_kept_back on retentions (due_at) include (gate_id, bucket, currency, amount_minor)
    where released_at is null`,
  // Those given up lately, by where they went.
  `webhook_events_given_up on webhook_events (created_at, id)
    include (merchant_id, state, destination_host, ended_at) where state in ('failed', 'no_destination')`,
  // In another collation than the index by which due events of a host are claimed: so that a claim, which
  // compares as the column does, can never be planned to read all that a host was ever sent.
  `webhook_events_of_host on webhook_events (destination_host collate "C", created_at, id)
    where destination_host is not null`,
  `audit_of_command on audit (command, number)`,
  `audit_of_actor on audit (actor, number)`,
];

const COVERED = ['retentions_due', 'webhook_events_undelivered'];
