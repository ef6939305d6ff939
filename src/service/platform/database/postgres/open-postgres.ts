import { PostgresDialect, type Kysely } from 'kysely';
import pg from 'pg';
import { StartError } from '../../start-error.ts';
import {
  USUAL_DEADLINES,
  type BeforeUse,
  type Database,
  type DatabaseOptions,
  type Deadlines,
  type SchemaConnections,
} from '../database.ts';
import { RetryingKysely } from '../retry-conflicts.ts';
import type { Tables } from '../schema.ts';
import { typeParsers } from '../type-parsers.ts';
import { addressedClients } from './addressed-client.ts';
import { guarded, type Silence } from './guarded-pool.ts';
import { createHosts, readHosts, type Hosts } from './hosts.ts';
import { KEPT_MS } from './lender.ts';

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

export function openPostgres(databaseUrl: string, options: DatabaseOptions): Database {
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
  const usual = options.deadlines ?? USUAL_DEADLINES;
  const connect = (poolSize: number, kind: Kind = {}) =>
    openPool(hosts, { ...options, ...kind, poolSize, usual, silence, onConnectionLost, onRefused });
  const opened: OpenPool[] = [];
  const open = (...size: Parameters<typeof connect>) => {
    const pool = connect(...size);
    opened.push(pool);
    return pool;
  };
  const requests = open(options.poolSize);
  const observer = open(OBSERVER_POOL_SIZE, { isObserver: true });
  const longRunning = open(LONG_RUNNING_POOL_SIZE, { longer: LONG_RUNNING });
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

interface Kind {
  /** Deadlines in the place of the usual ones. */
  longer?: typeof LONG_RUNNING;
  /** Its connection plans each statement once. */
  isObserver?: boolean;
}

interface PoolOptions
  extends Kind, Pick<DatabaseOptions, 'poolSize' | 'prepares' | 'onConnectionLost'> {
  usual: Deadlines;
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
  const { usual, longer, isObserver = false, silence, onRefused } = options;
  const deadlines = { ...usual, ...longer };
  const clients = addressedClients(hosts, deadlines.connectMs);
  const { prepares = true } = options;
  // A session that is not ours alone keeps nothing that is ours alone: others would have ten minutes.
  const isShared = !prepares && longer !== undefined;
  const session = {
    ...sessionSettings(isShared ? usual : deadlines),
    ...(isObserver && prepares && PLANNED_ONCE),
  };
  const config: PoolConfig = {
    Client: clients.Client,
    // `verify` would lose a connection that was verified after its request had given up.
    onConnect: (client) => clients.begin(client, session),
    max: options.poolSize,
    connectionTimeoutMillis: deadlines.connectMs,
    idleTimeoutMillis: KEPT_MS,
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

/** The times that are asked about change no plan; to plan a question anew takes ten times as long as to answer it. */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

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
