import { sql, type Kysely } from 'kysely';

const FINAL = `status in ('SUCCESS', 'FAILED', 'CLOSED')`;

/**
 * Adds the erasure state of customer data. The previous release does not know about it, and writes nothing that would
 * need it.
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

/**
 * Adds the erasure state of orders, with indexes to find those due by the time they ended, and those whose erasure was
 * requested.
 */
function ordersErased(table: 'payins' | 'payouts'): string[] {
  return [
    `alter table ${table} add column erasure text check (erasure in ('asked', 'done'))`,
    `create index ${table}_to_erase on ${table} (updated_at) where erasure is null and ${FINAL}`,
    `create index ${table}_asked_to_erase on ${table} (status) where erasure = 'asked'`,
  ];
}
