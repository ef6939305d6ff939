import { PostgresDialect, type Kysely, type PostgresPool } from 'kysely';
import pg from 'pg';
import { asKyselyUsesIt, createPlanRenewal, DISCARD_PLANS, typeParsers } from '../client.ts';
import { createStatementNames } from '../statement.ts';
import { RetryingKysely } from '../transaction.ts';
import type { Tables } from '../schema.ts';
import { CONNECTION_TIMED_OUT, StatementOverdue, TooManyWaiting } from '../unavailable.ts';
import type { BeforeUse, Deadlines, PoolUse } from '../database.ts';
import { addressedClients, type Hosts } from './hosts.ts';

/** What the pools of one database have in common. */
export interface PooledDatabase {
  hosts: Hosts;
  /** When a statement was sent that has never been answered: who received nothing since then is not used again. */
  silence: { sinceMs: number };
  /** Whether statements that have a name are prepared under it. */
  prepares: boolean;
  onConnectionLost: (error: Error) => void;
  /** The server lacks what a statement needs, such as room on its disk. */
  onRefused: () => void;
}

export interface PoolOptions {
  size: number;
  deadlines: Deadlines;
  /** What each session is given: `statement_timeout` and the like. */
  session: Readonly<Record<string, string>>;
  /** What each transaction begins with, where its connection's session belongs to others as well. */
  beginning?: string | undefined;
  /**
   * Within this a connection has to answer before it is used: where statements may take minutes, one that fell silent
   * would be waited for as long.
   */
  answersWithinMs?: number | undefined;
  /** Beyond so many, who asks for a connection is refused at once. */
  mostWaiting?: number | undefined;
}

export interface Pool {
  /**
   * Statements name no schema, and are prepared for this one alone. Without it they are of the one that a session has by
   * itself.
   *
   * @param beforeUse called, and waited for, whenever a connection is asked for
   */
  inSchema(schema?: string, beforeUse?: BeforeUse): Kysely<Tables>;
  use(): PoolUse;
  /** Waits for the statements under way, but not for minutes: one may be without an answer for good. */
  close(): Promise<void>;
}

/**
 * Until a connection that nobody uses is closed. A new one costs a hundred milliseconds of processors before its statements
 * are planned for good, and payments come in bursts: closed after ten seconds, each burst began with some.
 */
const IDLE_TIMEOUT_MS = 5 * 60_000;
/** Longer than any statement of a request takes. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * A pool of connections to one database, for the statements of one schema each time. No statement waits for ever: a
 * network may drop packets without an error on either side. Then nothing but a deadline of our own ends the wait, and
 * the socket must be destroyed, or the pool would hand it out again. Connections that received nothing since that
 * statement was sent are destroyed as well when they are next used: one request meets one dead connection at most.
 *
 * Where the database has several addresses, one that does not answer or takes no writes is left for the
 * next, by connections that are open as well.
 */
export function openPool(database: PooledDatabase, options: PoolOptions): Pool {
  const { hosts, silence, prepares } = database;
  const { deadlines, answersWithinMs, beginning, mostWaiting = Infinity } = options;
  const clients = addressedClients(hosts, deadlines.connectMs);
  const config: PoolConfig = {
    Client: clients.Client,
    // `verify` would lose a connection that was verified after its request had given up.
    onConnect: (client) => clients.begin(client, options.session),
    max: options.size,
    connectionTimeoutMillis: deadlines.connectMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: 'tollgate',
    keepAlive: true,
    types: typeParsers(),
  };
  const pool = new pg.Pool(config);
  // The pool listens to idle connections only: one that breaks while it is in use would end the process.
  pool.on('error', () => undefined);
  const receivedMs = new WeakMap<pg.PoolClient, number>();
  const open = new Set<pg.PoolClient>();
  /** The server has said that it ends them, and may not have done so yet. */
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
        if (error.code?.startsWith(INSUFFICIENT_RESOURCES)) database.onRefused();
      }
      if (deadline.hasPassed()) throw overdue(deadlines, error);
      throw error;
    } finally {
      deadline.clear();
    }
  }

  const mayUse = async (client: pg.PoolClient) =>
    (receivedMs.get(client) ?? 0) >= silence.sinceMs &&
    clients.isCurrent(client) &&
    (answersWithinMs === undefined || (await answers(client, answersWithinMs)));

  /** Each address is tried once; clients that are not usable are made anew. */
  async function connect(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= mostWaiting) throw new TooManyWaiting();
    for (let failed = 0; ;) {
      const address = clients.current();
      try {
        const client = await pool.connect();
        if (await mayUse(client)) return client;
        client.connection.stream.destroy();
        client.release(true);
      } catch (error) {
        failed += 1;
        if (isPoolBusy(error) || failed >= clients.count) throw error;
        clients.leave(address);
      }
    }
  }

  const schemas = new WeakMap<pg.PoolClient, string | undefined>();
  const renewal = prepares ? createPlanRenewal() : undefined;

  async function connectIn(schema: string | undefined): Promise<pg.PoolClient> {
    const client = await connect();
    try {
      if (schemas.get(client) !== schema) {
        await run(client, { text: enter(schema) });
        schemas.set(client, schema);
      }
      if (renewal?.isDue(client) === true) await run(client, { text: DISCARD_PLANS });
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** pg ends a pool as soon as it has said so to its connections; the server may take a while to close them. */
  async function sessionsEnded(): Promise<void> {
    while (open.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  }

  const nameOf = prepares ? createStatementNames() : () => undefined;
  const opened: Kysely<Tables>[] = [];
  let ended: Promise<void> | undefined;

  return {
    inSchema(schema, beforeUse) {
      const usage = { beginning, nameOf: schema === undefined ? nameOf : named(nameOf, schema) };
      const asPool: PostgresPool = {
        options: pool.options,
        async connect() {
          const preparing = beforeUse?.();
          if (preparing !== undefined) await preparing;
          const client = await connectIn(schema);
          const release = (destroy = false) => {
            client.release(destroy || ending.has(client));
          };
          return asKyselyUsesIt(client, { ...usage, release }, (query) => run(client, query));
        },
        end: () => (ended ??= pool.end()),
      };
      const db = new RetryingKysely({ dialect: new PostgresDialect({ pool: asPool }) });
      opened.push(db);
      return db;
    },
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
      await Promise.all(opened.map((db) => db.destroy()));
      await Promise.race([sessionsEnded(), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

interface PoolConfig extends Omit<pg.PoolConfig, 'onConnect'> {
  /** The pool waits for it. */
  onConnect: (client: pg.ClientBase) => Promise<void>;
}

/** Puts a session into a schema: its statements, which name none, find their tables there. */
function enter(schema: string | undefined): string {
  return schema === undefined ? 'reset search_path' : `set search_path to ${schema}`;
}

/** A plan is one for the tables of its schema: prepared under a name that other schemas use it would be made anew. */
function named(nameOf: (text: string) => string | undefined, schema: string): typeof nameOf {
  return (text) => {
    const name = nameOf(text);
    return name === undefined ? undefined : `${schema}_${name}`;
  };
}

/** The severity of errors that end a connection. */
const FATAL = 'FATAL';
/** A server that was the primary, and is not any more. */
const READ_ONLY = '25006';
/** The class of SQLSTATEs of a full disk. */
const INSUFFICIENT_RESOURCES = '53';

/** All of its connections are in use: that says nothing of the address. */
function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === CONNECTION_TIMED_OUT;
}

async function answers(client: pg.PoolClient, withinMs: number): Promise<boolean> {
  try {
    const asked: AskedQuickly = { text: 'select 1', query_timeout: withinMs };
    await client.query(asked);
    return true;
  } catch {
    return false;
  }
}

interface AskedQuickly extends pg.QueryConfig {
  query_timeout: number;
}

function overdue({ statementMs }: Deadlines, cause: unknown): StatementOverdue {
  return new StatementOverdue(`A statement got no answer within ${statementMs} ms`, { cause });
}

interface Deadline {
  hasPassed(): boolean;
  clear(): void;
}

/** A process that stood still is given the time to read what arrived meanwhile. */
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
