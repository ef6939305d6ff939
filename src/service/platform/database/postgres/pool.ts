import { PostgresDialect, type Kysely, type PostgresPool } from 'kysely';
import pg from 'pg';
import { kyselyClient, createPlanRenewal, DISCARD_PLANS, typeParsers } from '../client.ts';
import { createStatementNames } from '../statement.ts';
import { RetryingKysely } from '../transaction.ts';
import type { Tables } from '../schema.ts';
import { CONNECTION_TIMED_OUT, StatementOverdue } from '../unavailable.ts';
import type { Deadlines, PoolUse } from '../database.ts';
import { isOutOfRoom } from '../writability.ts';
import type { BegunSession, SessionSettings } from './session.ts';
import { addressedClients, type Hosts } from './hosts.ts';

/** What the pools of one database share. */
export interface PooledDatabase {
  hosts: Hosts;
  /**
   * When the last statement was sent that got no answer. A connection that has received nothing since then is not used
   * again.
   */
  silence: { sinceMs: number };
  /** Whether named statements are prepared. */
  prepares: boolean;
  onConnectionLost: (error: Error) => void;
  /** Called when the server lacks what a statement needs, such as space on its disk. */
  onRefused: () => void;
}

export interface PoolOptions {
  size: number;
  deadlines: Deadlines;
  /** The settings of each session: `statement_timeout` and the like. */
  session: SessionSettings;
  /** The SQL that each transaction begins with, if other clients share the session. */
  beginning?: string | undefined;
  /**
   * How soon a connection must answer a test before it is used. Where statements may take minutes, a connection that
   * fell silent would be noticed only after minutes.
   */
  answersWithinMs?: number | undefined;
}

export interface Pool {
  db: Kysely<Tables>;
  use(): PoolUse;
  /** Waits for the statements under way, but not for minutes: one of them may never get an answer. */
  close(): Promise<void>;
}

/**
 * How long an unused connection stays open. A new one costs a hundred milliseconds of processor time until its
 * statements have lasting plans, and payments come in bursts: with ten seconds, each burst began with new connections.
 */
const IDLE_TIMEOUT_MS = 5 * 60_000;
/** Longer than any statement of a request takes. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Opens a pool of connections to one database. No statement waits forever: a network may drop packets without an error
 * on either side. Then only our own deadline ends the wait, and the socket must be destroyed, or the pool would hand it
 * out again. Other connections that have received nothing since that statement was sent are destroyed as well when they
 * are next used, so that a request meets at most one dead connection.
 *
 * If the database has several addresses, pools leave one that does not answer or takes no writes for the next,
 * including with connections that are already open.
 */
export function openPool(database: PooledDatabase, options: PoolOptions): Pool {
  const { hosts, silence, prepares } = database;
  const { deadlines, answersWithinMs, beginning } = options;
  const clients = addressedClients(hosts, deadlines.connectMs);
  const sessions = new WeakMap<pg.ClientBase, BegunSession>();
  const config: PoolConfig = {
    Client: clients.Client,
    // The `verify` option would lose a connection that is verified after its request has given up.
    onConnect: async (client) => {
      sessions.set(client, await clients.begin(client, options.session));
    },
    max: options.size,
    connectionTimeoutMillis: deadlines.connectMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: 'tollgate',
    keepAlive: true,
    types: typeParsers(),
  };
  const pool = new pg.Pool(config);
  // Each client has its own listener, below. The pool listens to idle connections only: one that breaks in use would
  // end the process.
  pool.on('error', () => undefined);
  const receivedMs = new WeakMap<pg.PoolClient, number>();
  const open = new Set<pg.PoolClient>();
  /** Connections that the server has announced to end, and may not have ended yet. */
  const ending = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', database.onConnectionLost);
    receivedMs.set(client, performance.now());
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));

  async function run(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const sentMs = performance.now();
    const deadline = startDeadline(deadlines.statementMs, () => {
      silence.sinceMs = Math.max(silence.sinceMs, sentMs);
      clients.leave(client);
      client.connection.stream.destroy();
    });
    try {
      const result = await client.query(query);
      receivedMs.set(client, performance.now());
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        receivedMs.set(client, performance.now());
        if (error.severity === FATAL) ending.add(client);
        if (error.code === READ_ONLY) clients.leave(client);
        if (isOutOfRoom(error)) database.onRefused();
      }
      if (deadline.hasPassed()) throw overdue(deadlines, error);
      throw error;
    } finally {
      deadline.clear();
    }
  }

  const isUsable = async (client: pg.PoolClient) =>
    (receivedMs.get(client) ?? 0) >= silence.sinceMs &&
    clients.isCurrent(client) &&
    (answersWithinMs === undefined || (await answers(client, answersWithinMs)));

  /** Tries each address once, and replaces clients that are not usable. */
  async function connect(): Promise<pg.PoolClient> {
    for (let failed = 0; ;) {
      const address = clients.current();
      try {
        const client = await pool.connect();
        if (await isUsable(client)) return client;
        client.connection.stream.destroy();
        client.release(true);
      } catch (error) {
        failed += 1;
        if (isPoolBusy(error) || failed >= clients.count) throw error;
        clients.leave(address);
      }
    }
  }

  const renewal = prepares ? createPlanRenewal() : undefined;

  async function connectWithPlans(): Promise<pg.PoolClient> {
    const client = await connect();
    try {
      if (renewal?.isDue(client) === true) await run(client, { text: DISCARD_PLANS });
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Waits until all connections are closed: pg does not wait for the server to close them. */
  async function sessionsEnded(): Promise<void> {
    while (open.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  }

  function beginningOf(client: pg.PoolClient): string | undefined {
    // A session of our own has kept its settings since it began.
    if (prepares) return undefined;
    const parts = [sessions.get(client)?.beginning ?? '', beginning ?? ''].filter(Boolean);
    return parts.length === 0 ? undefined : parts.join('; ');
  }

  const nameOf = prepares ? createStatementNames() : () => undefined;
  const asPool: PostgresPool = {
    options: pool.options,
    async connect() {
      const client = await connectWithPlans();
      const release = (destroy = false) => {
        client.release(destroy || ending.has(client));
      };
      const usage = { nameOf, beginning: beginningOf(client), release };
      return kyselyClient(client, usage, (query) => run(client, query));
    },
    end: () => pool.end(),
  };
  const db = new RetryingKysely({ dialect: new PostgresDialect({ pool: asPool }) });

  return {
    db,
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      const timeout = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => {
        for (const client of open) client.connection.stream.destroy();
        timeout.resolve(undefined);
      }, CLOSE_TIMEOUT_MS);
      await db.destroy();
      await Promise.race([sessionsEnded(), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

interface PoolConfig extends Omit<pg.PoolConfig, 'onConnect'> {
  /** The pool waits for this before it uses the client. */
  onConnect: (client: pg.ClientBase) => Promise<void>;
}

/** The severity of errors that end a connection. */
const FATAL = 'FATAL';
/** The SQLSTATE of a write to a server that is no longer the primary. */
const READ_ONLY = '25006';

/** Whether all connections are in use, which says nothing about the address. */
function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === CONNECTION_TIMED_OUT;
}

async function answers(client: pg.PoolClient, withinMs: number): Promise<boolean> {
  try {
    const test: QueryWithTimeout = { text: 'select 1', query_timeout: withinMs };
    await client.query(test);
    return true;
  } catch {
    return false;
  }
}

interface QueryWithTimeout extends pg.QueryConfig {
  query_timeout: number;
}

function overdue({ statementMs }: Deadlines, cause: unknown): StatementOverdue {
  return new StatementOverdue(`A statement got no answer within ${statementMs} ms`, { cause });
}

interface Deadline {
  hasPassed(): boolean;
  clear(): void;
}

/** Starts a deadline. A process that was stalled first gets the time to read what arrived meanwhile. */
function startDeadline(afterMs: number, onPassed: () => void): Deadline {
  let passed = false;
  let cleared = false;
  const timer = setTimeout(() => {
    setImmediate(() => {
      if (cleared) return;
      passed = true;
      onPassed();
    });
  }, afterMs);
  return {
    hasPassed: () => passed,
    clear() {
      cleared = true;
      clearTimeout(timer);
    },
  };
}
