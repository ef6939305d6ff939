import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';
import { up as schema } from './migrations/001-schema/index.ts';
import { retryAfterConnectionLoss } from './transaction.ts';
import type { Tables, Db } from './schema.ts';
import { StartError } from '../start-error.ts';

/** Migrations that are recorded separately from those of other sets. */
export interface MigrationSet {
  /** In order. A migration of a tagged release is never edited, only followed by another. */
  migrations: Record<string, Migration>;
  /** The schema of the table that records them, created if it is missing; by default the session's. */
  schema?: string | undefined;
}

const SERVICE: MigrationSet = {
  migrations: { '001-schema': { up: schema } },
};

/** The key of an advisory lock. It is held until the commit, so a pooler cannot release it in another session. */
const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

/**
 * Brings the schema up to date in one transaction. Safe when several processes start at once: it holds a lock in the
 * database, and the second process finds nothing left to do. A schema that a newer release has migrated further is left
 * unchanged (decision 063). If the connection is lost, it connects and starts again.
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
  const applied = await readApplied(db, set);
  return Object.keys(set.migrations).every((name) => applied.has(name));
}

/** Whether a version from before the first schema created the tables. */
export async function isFromBefore(
  db: Kysely<Tables>,
  set: MigrationSet = SERVICE,
): Promise<boolean> {
  const applied = await readApplied(db, set);
  const [first = ''] = Object.keys(set.migrations);
  return applied.size > 0 && !applied.has(first);
}

/** Returns the applied migrations, none if there is no table of them. */
async function readApplied(db: Kysely<Tables>, set: MigrationSet): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_tables
      where schemaname = ${schemaOf(set)} and tablename = ${DEFAULT_MIGRATION_TABLE}) as there`.execute(
    db,
  );
  return rows[0]?.there === true ? selectApplied(db, set) : new Set();
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

/**
 * Checks that statements find their tables in the schema of DATABASE_SCHEMA. The role sets it, because every pooler
 * carries a role's settings; parameters of a connection are refused or lost.
 *
 * @throws StartError with the command that sets it
 */
export async function expectSchema(db: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ current: string | null; role: string; database: string }>`
    select current_schema() as current, quote_ident(session_user) as role,
      quote_ident(current_database()) as database`.execute(db);
  const [{ current, role, database } = { current: null, role: '', database: '' }] = rows;
  if (current === schema) return;
  throw new StartError(
    `DATABASE_SCHEMA is ${schema}, but the connection uses ${current ?? 'no schema that exists'}. ` +
      `Run "alter role ${role} in database ${database} set search_path = ${schema}"; ` +
      '"npm run migrate" creates the schema.',
  );
}
