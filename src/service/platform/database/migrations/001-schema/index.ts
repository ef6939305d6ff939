import { sql, type Kysely } from 'kysely';
import { ACQUIRER_FILES } from './acquirer-files.ts';
import { ALERTS } from './alerts.ts';
import { AUDIT } from './audit.ts';
import { COUNTERS } from './counters.ts';
import { DISPUTES } from './disputes.ts';
import { EXCEPTION_QUEUE } from './exception-queue.ts';
import { LEDGER } from './ledger.ts';
import { LINKS } from './links.ts';
import { MERCHANTS } from './merchants.ts';
import { ORDERS } from './orders.ts';
import { PAYINS } from './payins.ts';
import { PAYOUTS } from './payouts.ts';
import { PEOPLE } from './people.ts';
import { REFUNDS } from './refunds.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WORK } from './work.ts';

/** The schema, a file a subject. Tables come after those that they reference. */
const SUBJECTS = [
  MERCHANTS,
  PAYINS,
  LINKS,
  PAYOUTS,
  REFUNDS,
  DISPUTES,
  ORDERS,
  LEDGER,
  COUNTERS,
  WEBHOOKS,
  EXCEPTION_QUEUE,
  ACQUIRER_FILES,
  ALERTS,
  PEOPLE,
  AUDIT,
  WORK,
];

/**
 * Creates all tables. Uses only tables, constraints and indexes: no triggers, functions or sequences besides identity
 * columns, so that any engine that speaks PostgreSQL accepts them (decision 012).
 *
 * Amounts are in hundredths of the currency beside them. Orders reference their merchant, gate and method without a
 * foreign key, and so do attempts at payins their order: these rows are never deleted, the statement that creates an
 * order or an attempt has read them, and a foreign key would lock the few rows that all orders share.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of SUBJECTS.flat()) await sql.raw(statement).execute(db);
}
