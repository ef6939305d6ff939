import { sql, type Kysely } from 'kysely';
import { LEDGER } from './ledger.ts';
import { LISTS } from './lists.ts';
import { MERCHANTS } from './merchants.ts';
import { OPERATING } from './operating.ts';
import { ORDERS } from './orders.ts';
import { WEBHOOKS } from './webhooks.ts';

/**
 * Creates all tables, by subject. Uses only tables, constraints and indexes: no triggers, functions or sequences
 * besides identity columns, so that any engine that speaks PostgreSQL accepts them (decision 012).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [MERCHANTS, ORDERS, LEDGER, LISTS, WEBHOOKS, OPERATING].flat();
  for (const statement of statements) await sql.raw(statement).execute(db);
}
