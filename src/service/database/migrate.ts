import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { up as orders } from './migrations/001-orders.ts';
import { up as ledger } from './migrations/002-ledger.ts';
import { up as payouts } from './migrations/003-payouts.ts';
import { up as lists } from './migrations/004-lists.ts';
import { up as webhooks } from './migrations/005-webhooks.ts';
import { up as challenges } from './migrations/006-challenges.ts';
import { up as payerBooks } from './migrations/007-payer-books.ts';
import { up as intervals } from './migrations/008-intervals.ts';
import { up as asks } from './migrations/009-asks.ts';
import { up as money } from './migrations/010-money.ts';
import { up as keyringCheck } from './migrations/011-keyring-check.ts';
import type { Tables } from './schema.ts';

/** In order; a migration that has landed is never edited, only followed by another. */
const MIGRATIONS: Record<string, Migration> = {
  '001-orders': { up: orders },
  '002-ledger': { up: ledger },
  '003-payouts': { up: payouts },
  '004-lists': { up: lists },
  '005-webhooks': { up: webhooks },
  '006-challenges': { up: challenges },
  '007-payer-books': { up: payerBooks },
  '008-intervals': { up: intervals },
  '009-asks': { up: asks },
  '010-money': { up: money },
  '011-keyring-check': { up: keyringCheck },
};

/**
 * Brings the schema up to date. Safe when several processes start at once: the migrator holds a lock
 * in the database, and the one that comes second finds nothing left to do. A schema that a newer
 * release has taken further is left as it is: its migrations leave room for the release before.
 *
 * @returns the names of the migrations that were applied now
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const migrations = { ...MIGRATIONS, ...(await newerMigrations(db)) };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The database could not be migrated', { cause: error });
  return results.map((result) => result.migrationName);
}

/** Those that are applied and not known here. The migrator wants to know all; it applies none twice. */
async function newerMigrations(db: Kysely<Tables>): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const newer = rows.filter(({ name }) => !(name in MIGRATIONS));
  return Object.fromEntries(newer.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}

/** Whether the database has all that this release needs; it may have more, of a newer one. */
export function isSchemaKnown(): RawBuilder<boolean> {
  const names = Object.keys(MIGRATIONS);
  return sql`(
    select count(*) = ${names.length} from ${sql.table(DEFAULT_MIGRATION_TABLE)} where name = any(${names}::text[]))`;
}
