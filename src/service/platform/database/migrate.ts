import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { up as firstSchema } from './migrations/001-first-schema/index.ts';
import { up as sealedFingerprintKey } from './migrations/002-sealed-fingerprint-key.ts';
import { up as orderSearch } from './migrations/003-order-search.ts';
import { up as ledgerChecks } from './migrations/004-ledger-checks.ts';
import { up as erasure } from './migrations/005-erasure.ts';
import { up as people } from './migrations/006-people.ts';
import { up as reports } from './migrations/007-reports.ts';
import { up as acquirerFiles } from './migrations/008-acquirer-files.ts';
import { up as traces } from './migrations/009-traces.ts';
import { up as passkeys } from './migrations/010-passkeys.ts';
import { up as counters } from './migrations/011-counters.ts';
import { up as leanIndexes } from './migrations/012-lean-indexes.ts';
import { up as cells } from './migrations/013-cells.ts';
import { up as sharedTerminals } from './migrations/014-shared-terminals.ts';
import { up as merchantsElsewhere } from './migrations/015-merchants-elsewhere.ts';
import { up as filesOfSeveralCells } from './migrations/016-files-of-several-cells.ts';
import { up as timedFolding } from './migrations/017-timed-folding.ts';
import { up as dividedAmounts } from './migrations/018-divided-amounts.ts';
import { up as rarerAnalysis } from './migrations/019-rarer-analysis.ts';
import { up as acquirerNotices } from './migrations/020-acquirer-notices.ts';
import { up as boundAccess } from './migrations/021-bound-access.ts';
import { up as auditHead } from './migrations/022-audit-head.ts';
import { up as oneAggregate } from './migrations/023-one-aggregate.ts';
import { up as paymentSources } from './migrations/024-payment-sources.ts';
import { up as failingReceivers } from './migrations/025-failing-receivers.ts';
import { up as searchByInstructions } from './migrations/026-search-by-instructions.ts';
import { up as refunds } from './migrations/027-refunds.ts';
import { up as attemptLimits } from './migrations/028-attempt-limits.ts';
import { up as disputes } from './migrations/029-disputes.ts';
import { up as cardTesting } from './migrations/030-card-testing.ts';
import { up as authentication } from './migrations/031-authentication.ts';
import { up as alerts } from './migrations/032-alerts.ts';
import { up as settlementProfiles } from './migrations/033-settlement-profiles.ts';
import { up as attemptsOverLimits } from './migrations/034-attempts-over-limits.ts';
import { up as disputeRatio } from './migrations/035-dispute-ratio.ts';
import { up as boundedTolerance } from './migrations/038-bounded-tolerance.ts';
import { up as refundsMadeAfterEnd } from './migrations/040-refunds-made-after-end.ts';
import { up as countsByTime } from './migrations/049-counts-by-time.ts';
import { distributeSchema } from './postgres/citus.ts';
import { retryAfterConnectionLoss } from './transaction.ts';
import type { Tables } from './schema.ts';

/** Migrations that are recorded separately from those of other sets. */
export interface MigrationSet {
  /** In order; a migration that has landed is never edited, only followed by another. */
  migrations: Record<string, Migration>;
  /** The schema of the migrator's own two tables, created if it is missing. */
  schema?: string | undefined;
}

const SERVICE: MigrationSet = {
  migrations: {
    '001-first-schema': { up: firstSchema },
    '002-sealed-fingerprint-key': { up: sealedFingerprintKey },
    '003-order-search': { up: orderSearch },
    '004-ledger-checks': { up: ledgerChecks },
    '005-erasure': { up: erasure },
    '006-people': { up: people },
    '007-reports': { up: reports },
    '008-acquirer-files': { up: acquirerFiles },
    '009-traces': { up: traces },
    '010-passkeys': { up: passkeys },
    '011-counters': { up: counters },
    '012-lean-indexes': { up: leanIndexes },
    '013-cells': { up: cells },
    '014-shared-terminals': { up: sharedTerminals },
    '015-merchants-elsewhere': { up: merchantsElsewhere },
    '016-files-of-several-cells': { up: filesOfSeveralCells },
    '017-timed-folding': { up: timedFolding },
    '018-divided-amounts': { up: dividedAmounts },
    '019-rarer-analysis': { up: rarerAnalysis },
    '020-acquirer-notices': { up: acquirerNotices },
    '021-bound-access': { up: boundAccess },
    '022-audit-head': { up: auditHead },
    '023-one-aggregate': { up: oneAggregate },
    '024-payment-sources': { up: paymentSources },
    '025-failing-receivers': { up: failingReceivers },
    '026-search-by-instructions': { up: searchByInstructions },
    '027-refunds': { up: refunds },
    '028-attempt-limits': { up: attemptLimits },
    '029-disputes': { up: disputes },
    '030-card-testing': { up: cardTesting },
    '031-authentication': { up: authentication },
    '032-alerts': { up: alerts },
    '033-settlement-profiles': { up: settlementProfiles },
    '034-attempts-over-limits': { up: attemptsOverLimits },
    '035-dispute-ratio': { up: disputeRatio },
    '038-bounded-tolerance': { up: boundedTolerance },
    '040-refunds-made-after-end': { up: refundsMadeAfterEnd },
    '049-counts-by-time': { up: countsByTime },
  },
};

/**
 * The key of the lock of Kysely's migrator. Kysely takes it for the session, and behind a pooler would release it in
 * another session. Taken for the transaction, it ends with the commit.
 */
const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

/**
 * Brings the schema up to date in one transaction. Safe when several processes start at once: it holds a lock in the
 * database, and the second process finds nothing left to do. A schema that a newer release has migrated further is left
 * unchanged: migrations stay compatible with the previous release. If the connection is lost, it connects and starts
 * again.
 *
 * @returns the names of the migrations that were applied now
 */
export function migrate(db: Kysely<Tables>, set: MigrationSet = SERVICE): Promise<string[]> {
  return retryAfterConnectionLoss(async () => {
    if (await isDone(db, set)) return [];
    return db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
      return migrateWithin(trx, set);
    });
  });
}

/**
 * Whether all migrations are applied. Avoids the migrator, which reads the tables and columns of all schemas: with many
 * cells that takes seconds.
 */
async function isDone(db: Kysely<Tables>, { migrations, schema }: MigrationSet): Promise<boolean> {
  const table =
    schema === undefined ? DEFAULT_MIGRATION_TABLE : `${schema}.${DEFAULT_MIGRATION_TABLE}`;
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${table}) is not null as there`.execute(db);
  if (rows[0]?.there !== true) return false;
  const applied = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  const names = new Set(applied.rows.map(({ name }) => name));
  return Object.keys(migrations).every((name) => names.has(name));
}

/**
 * Migrates a cell in its own schema, which it creates if needed. Does not use the migrator, which reads the contents of
 * every schema.
 *
 * @param db connections whose statements find their tables in the schema
 * @returns the names of the migrations that were applied now
 */
export function migrateCell(db: Kysely<Tables>, schema: string): Promise<string[]> {
  return retryAfterConnectionLoss(() => migrateSchema(db, schema));
}

async function migrateSchema(db: Kysely<Tables>, schema: string): Promise<string[]> {
  if (await isDone(db, { ...SERVICE, schema })) return [];
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
    // With "if not exists", Citus would send the command to its nodes even if another process has just created the
    // schema. The catalog shows what such a process did while this one waited for the lock; functions would answer from
    // the session's cache.
    const made = await sql<{ isThere: boolean }>`
      select exists (select from pg_namespace where nspname = ${schema}) as "isThere"`.execute(trx);
    if (made.rows[0]?.isThere !== true) {
      await sql`create schema ${sql.id(schema)}`.execute(trx);
    }
    await sql`create table if not exists ${sql.table(DEFAULT_MIGRATION_TABLE)} (
      name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(trx);
    const applied = new Set(rows.map(({ name }) => name));
    const missing = Object.entries(SERVICE.migrations).filter(([name]) => !applied.has(name));
    for (const [name, migration] of missing) {
      await migration.up(trx);
      await sql`insert into ${sql.table(DEFAULT_MIGRATION_TABLE)} (name, timestamp)
        values (${name}, ${new Date().toISOString()})`.execute(trx);
    }
    await distributeSchema(trx, schema);
    return missing.map(([name]) => name);
  });
}

async function migrateWithin(
  db: Kysely<Tables>,
  { migrations, schema }: MigrationSet,
): Promise<string[]> {
  const known = { ...migrations, ...(await newerMigrations(db, { migrations, schema })) };
  // Keeps the first error: the migrator only reports that its transaction is aborted.
  let failed: unknown;
  const keepingErrors = Object.entries(known).map(([name, migration]) => {
    const upKeepingError: Migration['up'] = async (within) => {
      await migration.up(within).catch((error: unknown) => {
        failed = error;
        throw error;
      });
    };
    return [name, { up: upKeepingError }] as const;
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(keepingErrors)) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('The database could not be migrated', { cause: failed ?? error });
  }
  return results.map((result) => result.migrationName);
}

/**
 * Returns placeholders for the applied migrations of a newer release. The migrator must know all applied ones; it runs
 * none twice.
 */
async function newerMigrations(
  db: Kysely<Tables>,
  { migrations, schema = 'public' }: MigrationSet,
): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some(
    (table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema,
  );
  if (!isThere) return {};
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${schema}.${DEFAULT_MIGRATION_TABLE}`)}`.execute(db);
  const newer = rows.filter(({ name }) => !(name in migrations));
  return Object.fromEntries(newer.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}

/** Whether the database has all migrations of this release; it may have those of a newer one as well. */
export function isSchemaKnown(): RawBuilder<boolean> {
  const names = Object.keys(SERVICE.migrations);
  return sql`(
    select count(*) = ${names.length} from ${sql.table(DEFAULT_MIGRATION_TABLE)} where name = any(${names}::text[]))`;
}
