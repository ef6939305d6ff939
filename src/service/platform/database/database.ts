import type { Db } from './schema.ts';

export type Engine = 'pglite' | 'postgres';

export interface Database extends SchemaConnections {
  engine: Engine;
  /**
   * Connections of the same pools, for the tables of a schema; on PostgreSQL alone.
   *
   * @param beforeUse what every use waits for, where it returns a promise
   * @throws StartError where another connection may have the next transaction: its statements would find other tables
   */
  inSchema(schema: string, beforeUse?: BeforeUse): SchemaConnections;
  /**
   * On PostgreSQL connections of their own, connected when they are first used, for work that must not
   * wait for the service's; closed with the rest. On PGlite the only one.
   */
  separate(connections: number): Db;
  /** Of the connections that requests use; none on PGlite, where all take turns at one. */
  poolUse: () => PoolUse;
  /** How often so far a connection broke, or the server had no room for what a statement writes. */
  disruptions: () => number;
  close(): Promise<void>;
}

/** Connections whose statements, which name no schema, find their tables in one. */
export interface SchemaConnections {
  db: Db;
  /** For recurring work and health checks to ask whether the database is there: a busy service is. */
  observer: Db;
  /** For the delivery of webhooks: its statements are planned once, and then take no more time to plan. */
  recurring: Db;
  /** For what may take minutes: migrations, the ledger's check. Connected only while it is used. */
  longRunning: Db;
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
  /**
   * Of those who wait for a connection of requests, beyond which others are refused at once: what waits for a database
   * that is lost leaves room for requests of the others. Without it as many wait as there are requests.
   */
  mostWaiting?: number | undefined;
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

/** @param timeoutMs for the answer to a statement, and for a connection */
export function deadlinesWithin(timeoutMs: number): Deadlines {
  return {
    connectMs: timeoutMs,
    statementMs: timeoutMs,
    serverMs: timeoutMs - 500,
    idleInTransactionMs: timeoutMs + 1_000,
  };
}

export const USUAL_DEADLINES = deadlinesWithin(4_000);
