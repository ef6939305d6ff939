import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';
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
import { up as disputeLimits } from './migrations/036-dispute-limits.ts';
import { up as boundedTolerance } from './migrations/038-bounded-tolerance.ts';
import { up as contradictoryNotifications } from './migrations/039-contradictory-notifications.ts';
import { up as refundsMadeAfterEnd } from './migrations/040-refunds-made-after-end.ts';
import { up as givenUpAttempts } from './migrations/044-given-up-attempts.ts';
import { up as health } from './migrations/046-health.ts';
import { up as countsByTime } from './migrations/049-counts-by-time.ts';
import { up as peopleByPasskeyOrProvider } from './migrations/050-people-by-passkey-or-provider.ts';
import { up as boundRows } from './migrations/052-bound-rows.ts';
import { retryAfterConnectionLoss } from './transaction.ts';
import type { Tables } from './schema.ts';

/** Migrations that are recorded separately from those of other sets. */
export interface MigrationSet {
  /** In order; a migration that has landed is never edited, only followed by another. */
  migrations: Record<string, Migration>;
  /** The schema of the table that records them, created if it is missing; by default the session's. */
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
    '036-dispute-limits': { up: disputeLimits },
    '038-bounded-tolerance': { up: boundedTolerance },
    '039-contradictory-notifications': { up: contradictoryNotifications },
    '040-refunds-made-after-end': { up: refundsMadeAfterEnd },
    '044-given-up-attempts': { up: givenUpAttempts },
    '046-health': { up: health },
    '049-counts-by-time': { up: countsByTime },
    '050-people-by-passkey-or-provider': { up: peopleByPasskeyOrProvider },
    '052-bound-rows': { up: boundRows },
  },
};

/** The key of an advisory lock. It is held until the commit, so a pooler cannot release it in another session. */
const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

/**
 * Brings the schema up to date in one transaction. Safe when several processes start at once: it holds a lock in the
 * database, and the second process finds nothing left to do. A schema that a newer release has migrated further is left
 * unchanged: migrations stay compatible with the release before (docs/decisions/063). If the connection is lost, it connects and starts
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

/** Whether all migrations are applied, without waiting for the lock. */
async function isDone(db: Kysely<Tables>, set: MigrationSet): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_tables
      where schemaname = ${schemaOf(set)} and tablename = ${DEFAULT_MIGRATION_TABLE}) as there`.execute(
    db,
  );
  if (rows[0]?.there !== true) return false;
  const applied = await selectApplied(db, set);
  return Object.keys(set.migrations).every((name) => applied.has(name));
}

async function migrateWithin(trx: Kysely<Tables>, set: MigrationSet): Promise<string[]> {
  const table = sql.table(tableOf(set));
  if (set.schema !== undefined) await createSchema(trx, set.schema);
  await sql`create table if not exists ${table} (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  const applied = await selectApplied(trx, set);
  const missing = Object.entries(set.migrations).filter(([name]) => !applied.has(name));
  for (const [name, migration] of missing) {
    await migration.up(trx);
    await sql`insert into ${table} (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(trx);
  }
  return missing.map(([name]) => name);
}

/**
 * Creates a schema unless it exists. Reading the catalog shows one that another process created while this one waited
 * for the lock. "If not exists" would answer from the session's cache.
 */
export async function createSchema(trx: Kysely<Tables>, schema: string): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(trx);
  if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(trx);
}

/** The schema of the session is its first one. A table of that name may be in another, of another deployment. */
function schemaOf({ schema }: MigrationSet) {
  return schema ?? sql`current_schema()`;
}

function tableOf({ schema }: MigrationSet): string {
  return schema === undefined ? DEFAULT_MIGRATION_TABLE : `${schema}.${DEFAULT_MIGRATION_TABLE}`;
}

async function selectApplied(db: Kysely<Tables>, set: MigrationSet): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(tableOf(set))}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Whether the database has all migrations of this release; it may have those of a newer one as well. */
export function isSchemaKnown(): RawBuilder<boolean> {
  const names = Object.keys(SERVICE.migrations);
  return sql`(
    select count(*) = ${names.length} from ${sql.table(DEFAULT_MIGRATION_TABLE)} where name = any(${names}::text[]))`;
}
