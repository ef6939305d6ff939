import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { usingFiles } from '../start-error.ts';
import { lockDirectory } from './directory-lock.ts';
import { OWNER_ONLY_DIRECTORY } from './owner-only.ts';
import { openPgliteDirectory } from './pglite-directory.ts';
import { preparing } from './prepare.ts';
import type { Tables } from './schema.ts';

export type Engine = 'pglite' | 'postgres';

export interface Database {
  engine: Engine;
  db: Kysely<Tables>;
  /**
   * For the embedded acquirer, which plays the outside world: on PostgreSQL a few connections of its
   * own, or a service that is busy would make its acquirer look silent. On PGlite the only one.
   */
  outside: Kysely<Tables>;
  /** For recurring work and health checks to ask whether the database is there: a busy service is. */
  observer: Kysely<Tables>;
  /** How many connections broke so far. */
  connectionsLost: () => number;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl: string | undefined;
  dataDirectory: string;
  poolSize: number;
  /** Told about connections that broke while idle; the pool replaces them by itself. */
  onConnectionLost: (error: Error) => void;
}

/** How long a request waits for a connection before it is told to come back later. */
const CONNECT_TIMEOUT_MS = 4_000;
/** No statement of ours is slow; one that is must not hold a connection for ever. */
const STATEMENT_TIMEOUT_MS = 30_000;

const OUTSIDE_POOL_SIZE = 3;
const OBSERVER_POOL_SIZE = 1;

const INT8_OID = 20;

/**
 * PostgreSQL when there is an address for it, else PGlite in `{dataDirectory}/pglite`. On both, int8
 * arrives as bigint and numeric as text, so that no amount ever passes through a double.
 *
 * @throws StartError when another process has the PGlite directory open, or it cannot be used
 */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openPglite(options.dataDirectory)
    : openPostgres(options.databaseUrl, options);
}

function openPostgres(connectionString: string, options: DatabaseOptions): Database {
  let connectionsLost = 0;
  const onConnectionLost = (error: Error) => {
    connectionsLost += 1;
    options.onConnectionLost(error);
  };
  const open = (poolSize: number) => openPool(connectionString, { poolSize, onConnectionLost });
  const db = open(options.poolSize);
  const outside = open(OUTSIDE_POOL_SIZE);
  const observer = open(OBSERVER_POOL_SIZE);
  return {
    engine: 'postgres',
    db,
    outside,
    observer,
    connectionsLost: () => connectionsLost,
    async close() {
      await Promise.all([db.destroy(), outside.destroy(), observer.destroy()]);
    },
  };
}

function openPool(
  connectionString: string,
  options: Pick<DatabaseOptions, 'poolSize' | 'onConnectionLost'>,
): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'tollgate',
    keepAlive: true,
    types: typeParsers(),
  });
  pool.on('error', options.onConnectionLost);
  // The pool listens to idle connections only: one that breaks while it is in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', options.onConnectionLost);
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

function typeParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8_OID, BigInt);
  return parsers;
}

async function openPglite(dataDirectory: string): Promise<Database> {
  const directory = resolve(dataDirectory);
  const lock = await usingFiles(directory, async () => {
    await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    return lockDirectory(directory);
  });
  try {
    const pglite = await openPgliteDirectory(directory, (path) =>
      PGlite.create(path, { parsers: { [INT8_OID]: BigInt } }),
    );
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    return {
      engine: 'pglite',
      db,
      outside: db,
      observer: db,
      connectionsLost: () => 0,
      async close() {
        await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
