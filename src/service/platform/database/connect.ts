import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError, usingFiles } from '../start-error.ts';
import { addressedClients } from './postgres/addressed-client.ts';
import { lockDirectory } from './pglite/directory-lock.ts';
import { guarded, type Silence } from './postgres/guarded-pool.ts';
import { createHosts, readHosts, type Hosts } from './postgres/hosts.ts';
import { OWNER_ONLY_DIRECTORY } from './owner-only.ts';
import { openPgliteDirectory } from './pglite/pglite-directory.ts';
import { RetryingKysely } from './retry-conflicts.ts';
import type { Tables } from './schema.ts';

export type Engine = 'pglite' | 'postgres';

export interface Database extends SchemaConnections {
  engine: Engine;
  /**
   * The same connections, for the tables of a schema; on PostgreSQL alone.
   *
   * @param beforeUse what every use waits for, where it returns a promise
   * @throws StartError where another connection may have the next transaction: its statements would find other tables
   */
  inSchema(schema: string, beforeUse?: BeforeUse): SchemaConnections;
  /**
   * On PostgreSQL connections of their own, connected when they are first used, for work that must not
   * wait for the service's; closed with the rest. On PGlite the only one.
   */
  separate(connections: number): Kysely<Tables>;
  /** Of the connections that requests use; none on PGlite, where all take turns at one. */
  poolUse: () => PoolUse;
  /** How often so far a connection broke, or the server had no room for what a statement writes. */
  disruptions: () => number;
  close(): Promise<void>;
}

/** Connections whose statements, which name no schema, find their tables in one. */
export interface SchemaConnections {
  db: Kysely<Tables>;
  /** For recurring work and health checks to ask whether the database is there: a busy service is. */
  observer: Kysely<Tables>;
  /** For what may take minutes: migrations, the ledger's check. Connected only while it is used. */
  longRunning: Kysely<Tables>;
  /** When a request or recurring work last used `db`, by the process's monotonic clock. */
  lastUsedMs: () => number;
}

/** @returns undefined where nothing is to be waited for */
export type BeforeUse = () => Promise<void> | undefined;

export interface PoolUse {
  used: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

export interface DatabaseOptions {
  databaseUrl: string | undefined;
  dataDirectory: string;
  poolSize: number;
  /** Whether the statements of busy requests are prepared. */
  prepares?: boolean;
  /** Unlike the usual ones, which are for requests that somebody waits for. */
  deadlines?: Deadlines | undefined;
  /** Called with connections that broke while idle; the pool replaces them by itself. */
  onConnectionLost: (error: Error) => void;
}

export interface Deadlines {
  /** How long a request waits for a connection before it is answered 503. */
  connectMs: number;
  /** How long we wait for the answer to a statement. */
  statementMs: number;
  /**
   * How long the server works on one: shorter, so that what has no answer is no longer under way, and a
   * connection that does not answer is dead.
   */
  serverMs: number;
  /** Of a client that can no longer be reached the server knows nothing; the rows it locked must be freed. */
  idleInTransactionMs: number;
}

const USUAL: Deadlines = {
  ...{ connectMs: 4_000, statementMs: 4_000, serverMs: 3_500 },
  idleInTransactionMs: 5_000,
};
/** For work of minutes. */
const LONG_RUNNING = { statementMs: 601_000, serverMs: 600_000 };
/** Nor would the server soon give up the connections of such a client, of which it has so many. */
const KEEPALIVE_SECONDS = 10;

/** Longer than any statement of a request takes. */
const CLOSE_TIMEOUT_MS = 5_000;

const OBSERVER_POOL_SIZE = 1;
const LONG_RUNNING_POOL_SIZE = 2;

const SHARED_SESSIONS =
  'Several cells need sessions of their own: DATABASE_PREPARED_STATEMENTS=off says that a pooler gives none.';

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

function openPostgres(databaseUrl: string, options: DatabaseOptions): Database {
  const hosts = createHosts(readHosts(databaseUrl) ?? [databaseUrl]);
  let disruptions = 0;
  const silence: Silence = { sinceMs: 0 };
  const onConnectionLost = (error: Error) => {
    disruptions += 1;
    options.onConnectionLost(error);
  };
  const onRefused = () => {
    disruptions += 1;
  };
  const usual = options.deadlines ?? USUAL;
  const connect = (poolSize: number, longer?: typeof LONG_RUNNING) =>
    openPool(hosts, { ...options, poolSize, usual, longer, silence, onConnectionLost, onRefused });
  const opened: OpenPool[] = [];
  const open = (...size: Parameters<typeof connect>) => {
    const pool = connect(...size);
    opened.push(pool);
    return pool;
  };
  const requests = open(options.poolSize);
  const observer = open(OBSERVER_POOL_SIZE);
  const longRunning = open(LONG_RUNNING_POOL_SIZE, LONG_RUNNING);
  const { pool } = requests;
  const connectionsIn = (schema?: string, beforeUse?: BeforeUse): SchemaConnections => {
    let lastUsedMs = performance.now();
    const noteUse = () => {
      lastUsedMs = performance.now();
      return beforeUse?.();
    };
    return {
      db: requests.inSchema(schema, noteUse),
      observer: observer.inSchema(schema, beforeUse),
      longRunning: longRunning.inSchema(schema, beforeUse),
      lastUsedMs: () => lastUsedMs,
    };
  };
  return {
    engine: 'postgres',
    ...connectionsIn(),
    inSchema(schema, beforeUse) {
      if (options.prepares === false) throw new StartError(SHARED_SESSIONS);
      return connectionsIn(schema, beforeUse);
    },
    separate: (connections) => open(connections).inSchema(),
    poolUse: () => ({
      used: pool.totalCount - requests.idle(),
      idle: requests.idle(),
      waiting: requests.waiting(),
    }),
    disruptions: () => disruptions,
    async close() {
      await Promise.all(opened.map(closePool));
    },
  };
}

interface PoolOptions extends Pick<DatabaseOptions, 'poolSize' | 'prepares' | 'onConnectionLost'> {
  usual: Deadlines;
  /** In the place of the usual ones. */
  longer: typeof LONG_RUNNING | undefined;
  silence: Silence;
  onRefused: () => void;
}

interface OpenPool {
  inSchema: (schema?: string, beforeUse?: BeforeUse) => Kysely<Tables>;
  pool: pg.Pool;
  /** Who waits for a connection. */
  waiting: () => number;
  /** Connections that nobody uses. */
  idle: () => number;
  /** What was made of it so far. */
  opened: readonly Kysely<Tables>[];
  clients: ReadonlySet<pg.PoolClient>;
}

/** Waits for the statements under way, but not for minutes: one may be without an answer for good. */
async function closePool({ opened, clients }: OpenPool): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) client.connection.stream.destroy();
  }, CLOSE_TIMEOUT_MS);
  await Promise.all(opened.map((db) => db.destroy()));
  clearTimeout(timer);
}

interface PoolConfig extends Omit<pg.PoolConfig, 'onConnect'> {
  /** The pool waits for it. */
  onConnect: (client: pg.ClientBase) => Promise<void>;
}

function openPool(hosts: Hosts, options: PoolOptions): OpenPool {
  const { usual, longer, silence, onRefused } = options;
  const deadlines = { ...usual, ...longer };
  const clients = addressedClients(hosts, deadlines.connectMs);
  const { prepares = true } = options;
  // A session that is not ours alone keeps nothing that is ours alone: others would have ten minutes.
  const isShared = !prepares && longer !== undefined;
  const session = sessionSettings(isShared ? usual : deadlines);
  const config: PoolConfig = {
    Client: clients.Client,
    // `verify` would lose a connection that was verified after its request had given up.
    onConnect: (client) => clients.begin(client, session),
    max: options.poolSize,
    connectionTimeoutMillis: deadlines.connectMs,
    application_name: 'tollgate',
    keepAlive: true,
    types: typeParsers(),
  };
  const pool = new pg.Pool(config);
  // The pool listens to idle connections only: one that breaks while it is in use would end the process.
  pool.on('error', () => undefined);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', options.onConnectionLost);
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));
  const guardedPool = guarded(pool, {
    ...{ deadlineMs: deadlines.statementMs, silence, clients, prepares, onRefused },
    answersWithinMs: longer && usual.statementMs,
    // A cell's work of minutes would keep its own next one waiting.
    isShared: longer === undefined,
    beginning: isShared ? `set local statement_timeout = ${deadlines.serverMs}` : undefined,
  });
  const opened: Kysely<Tables>[] = [];
  const inSchema = (schema?: string, beforeUse?: BeforeUse) => {
    const dialect = new PostgresDialect({ pool: guardedPool.inSchema(schema, beforeUse) });
    const db = new RetryingKysely({ dialect });
    opened.push(db);
    return db;
  };
  const { waiting, idle } = guardedPool;
  return { inSchema, pool, waiting, idle, opened, clients: open };
}

/** Asked for as start-up parameters, PgBouncer would refuse the connection. */
function sessionSettings({ serverMs, idleInTransactionMs }: Deadlines): Record<string, string> {
  return {
    statement_timeout: `${serverMs}ms`,
    idle_in_transaction_session_timeout: `${idleInTransactionMs}ms`,
    tcp_keepalives_idle: `${KEEPALIVE_SECONDS}s`,
    tcp_keepalives_interval: `${KEEPALIVE_SECONDS}s`,
    jit: 'off',
  };
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
      inSchema() {
        throw new Error('PGlite has one cell');
      },
      separate: () => db,
      observer: db,
      longRunning: db,
      lastUsedMs: () => performance.now(),
      poolUse: () => ({ used: 0, idle: 0, waiting: 0 }),
      disruptions: () => 0,
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
