import { sql, type Kysely } from 'kysely';

const FINAL = `status in ('SUCCESS', 'FAILED', 'CLOSED')`;

/**
 * What of customers is to be erased, or was. The release before knows nothing of it, and writes nothing
 * that would have to be.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  ...ordersErased('payins'),
  ...ordersErased('payouts'),
  `alter table webhook_events add column erasure text check (erasure in ('asked', 'done'))`,
  `create index webhook_events_asked_to_erase on webhook_events (state) where erasure = 'asked'`,
];

/** Found by when they ended, or because somebody asked. */
function ordersErased(table: 'payins' | 'payouts'): string[] {
  return [
    `alter table ${table} add column erasure text check (erasure in ('asked', 'done'))`,
    `create index ${table}_to_erase on ${table} (updated_at) where erasure is null and ${FINAL}`,
    `create index ${table}_asked_to_erase on ${table} (status) where erasure = 'asked'`,
  ];
}
