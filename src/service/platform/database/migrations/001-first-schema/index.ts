import { sql, type Kysely } from 'kysely';
import { LEDGER } from './ledger.ts';
import { LISTS } from './lists.ts';
import { MERCHANTS } from './merchants.ts';
import { OPERATING } from './operating.ts';
import { ORDERS } from './orders.ts';
import { WEBHOOKS } from './webhooks.ts';

/**
 * All tables, by subject. Tables, constraints and indexes alone: no triggers, functions or sequences
 * beside identity columns, so that any engine that speaks PostgreSQL takes it (decision 012).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [MERCHANTS, ORDERS, LEDGER, LISTS, WEBHOOKS, OPERATING].flat();
  for (const statement of statements) await sql.raw(statement).execute(db);
}
