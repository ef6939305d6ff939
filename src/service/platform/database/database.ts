import type { Db } from './schema.ts';
import type { Writability } from './writability.ts';

export type Engine = 'pglite' | 'postgres';

export interface Database {
  engine: Engine;
  /** For requests and most of the recurring work. */
  db: Db;
  /**
   * For recurring work and health checks: shows whether the database is available even while all other connections are
   * busy.
   */
  observer: Db;
  /** For webhook delivery: its statements are planned only once. */
  recurring: Db;
  /** For work that may take minutes: migrations, the ledger check. Connected only while it is used. */
  longRunning: Db;
  /**
   * Opens further connections on PostgreSQL, connected when they are first used, for work that must not wait for the
   * service's; closed with the rest. On PGlite, returns the only connection.
   */
  separate(connections: number): Db;
  /** The use of the connections for requests; all zero on PGlite, where all take turns at one connection. */
  poolUse: () => PoolUse;
  /** How often so far a connection broke, or the server lacked room for what a statement writes. */
  disruptions: () => number;
  /** Whether it has room for what statements write. */
  writability: Writability;
  close(): Promise<void>;
}

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
  /** Replaces the usual deadlines, which are for requests with a waiting caller. */
  deadlines?: Deadlines | undefined;
  /** Called with the error of a broken connection; the pool replaces the connection. */
  onConnectionLost: (error: Error) => void;
}

export interface Deadlines {
  /** How long a request waits for a connection before it is answered 503. */
  connectMs: number;
  /** How long we wait for the answer to a statement. */
  statementMs: number;
  /**
   * How long the server works on a statement. It is shorter, so that a statement without an answer is no longer
   * running, and a connection without an answer is dead.
   */
  serverMs: number;
  /**
   * After how long the server ends an idle transaction: it cannot tell that a client is unreachable, and must release
   * the rows that it locked.
   */
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
