import { sql, type Kysely } from 'kysely';

const FINAL = `status in ('SUCCESS', 'FAILED', 'CLOSED')`;

/**
 * Adds which customer data is to be erased, or was. The previous release does not know about it, and writes nothing
 * that would have to be erased.
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

/** Adds the state, and indexes to find orders by the time of their end, or because somebody asked. */
function ordersErased(table: 'payins' | 'payouts'): string[] {
  return [
    `alter table ${table} add column erasure text check (erasure in ('asked', 'done'))`,
    `create index ${table}_to_erase on ${table} (updated_at) where erasure is null and ${FINAL}`,
    `create index ${table}_asked_to_erase on ${table} (status) where erasure = 'asked'`,
  ];
}
