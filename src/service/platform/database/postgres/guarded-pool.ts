import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { AddressedClients } from './addressed-client.ts';
import { createStatementNames } from '../prepare.ts';
import { createEntrance, type SendIn } from './entrance.ts';
import { createLender, type Lender } from './lender.ts';
import { createPlanRenewal, DISCARD_PLANS } from '../plan-renewal.ts';
import { asKyselyUsesIt } from '../pooled-client.ts';
import { StatementOverdue } from '../unavailable.ts';

/** What the pools of one database know together of connections that no longer answer. */
export interface Silence {
  /** A statement that was sent then has never been answered. */
  sinceMs: number;
}

export interface PoolGuard {
  /** A statement that is not answered within this ends, and its connection with it. */
  deadlineMs: number;
  silence: Silence;
  clients: AddressedClients;
  /**
   * Within this a connection has to answer before it is used: where statements may take minutes, one that fell silent
   * would be waited for as long.
   */
  answersWithinMs?: number | undefined;
  /** Whether one schema of several leaves the others a part of the connections. */
  isShared: boolean;
  /** Whether statements that have a name are prepared under it. */
  prepares: boolean;
  /** What each transaction begins with, where its connection's session belongs to others as well. */
  beginning?: string | undefined;
  /** The server lacks what a statement needs, such as room on its disk. */
  onRefused: () => void;
}

/**
 * The pool, as Kysely uses it, so that no statement waits for ever. A network may drop packets without an
 * error on either side: then nothing but a deadline of our own ends the wait, and the socket must be
 * destroyed, or the pool would hand it out again. Connections that received nothing since that statement
 * was sent are destroyed as well when they are next used: one request meets one dead connection at most.
 *
 * Where the database has several addresses, one that does not answer or takes no writes is left for the
 * next, by connections that are open as well.
 */
export function guarded(pool: pg.Pool, guard: PoolGuard): SchemaPools {
  const receivedMs = new WeakMap<pg.PoolClient, number>();
  /** They broke, or the server has said that it ends them. */
  const over = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    receivedMs.set(client, performance.now());
    client.once('error', () => over.add(client));
  });

  const { clients, silence } = guard;
  const isUsable = (client: pg.PoolClient) =>
    (receivedMs.get(client) ?? 0) >= silence.sinceMs && clients.isCurrent(client);
  const mayUse = (client: pg.PoolClient) =>
    guard.answersWithinMs === undefined || !isUsable(client)
      ? isUsable(client)
      : answers(client, guard.answersWithinMs);

  const sendIn = createEntrance();

  async function run(
    client: pg.PoolClient,
    query: pg.QueryConfig,
    schema: string | undefined,
  ): Promise<pg.QueryResult> {
    const sentMs = performance.now();
    const deadline = startDeadline(guard.deadlineMs, () => {
      silence.sinceMs = Math.max(silence.sinceMs, sentMs);
      clients.leave(client);
      client.connection.stream.destroy();
    });
    try {
      const result = await sendIn(client, query, schema);
      receivedMs.set(client, performance.now());
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        receivedMs.set(client, performance.now());
        if (error.severity === FATAL) over.add(client);
        if (error.code === READ_ONLY) clients.leave(client);
        if (error.code?.startsWith(INSUFFICIENT_RESOURCES)) guard.onRefused();
      }
      if (deadline.hasPassed()) throw overdue(guard, error);
      throw error;
    } finally {
      deadline.clear();
    }
  }

  const lender = createLender(pool, {
    ...{ clients, mayUse, isShared: guard.isShared },
    isOver: (client) => over.has(client),
  });
  return poolsOfSchemas(pool, guard, { lender, run });
}

function poolsOfSchemas(
  pool: pg.Pool,
  { prepares, beginning }: PoolGuard,
  { lender, run }: { lender: Lender; run: SendIn },
): SchemaPools {
  const nameOf = prepares ? createStatementNames() : () => undefined;
  async function discardPlans(client: pg.PoolClient, schema: string | undefined): Promise<void> {
    try {
      await run(client, { text: DISCARD_PLANS }, schema);
    } catch (error) {
      lender.giveBack(client, true);
      throw error;
    }
  }
  const renewal = prepares ? createPlanRenewal() : undefined;
  let ended: Promise<void> | undefined;
  const inSchema: SchemaPools['inSchema'] = (schema, beforeUse) => {
    lender.expect(schema);
    const usage = { beginning, nameOf: schema === undefined ? nameOf : named(nameOf, schema) };
    const asUsable = (client: pg.PoolClient) => {
      const release = (destroy?: boolean) => {
        lender.giveBack(client, destroy);
      };
      return asKyselyUsesIt(client, { ...usage, release }, (query) => run(client, query, schema));
    };
    /** Kysely keeps a connection for each of these, and makes one anew for an object that it does not know. */
    const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
    return {
      options: pool.options,
      async connect() {
        const preparing = beforeUse?.();
        if (preparing !== undefined) await preparing;
        const client = await lender.take(schema);
        if (renewal?.isDue(client, schema) === true) await discardPlans(client, schema);
        const usable = known.get(client) ?? asUsable(client);
        known.set(client, usable);
        return usable;
      },
      end() {
        lender.end();
        return (ended ??= pool.end());
      },
    };
  };
  return { inSchema, waiting: lender.waiting, idle: lender.idle };
}

/** A plan is one for the tables of its schema: prepared under a name that other schemas use it would be made anew. */
function named(nameOf: (text: string) => string | undefined, schema: string): typeof nameOf {
  return (text) => {
    const name = nameOf(text);
    return name === undefined ? undefined : `${schema}_${name}`;
  };
}

export interface SchemaPools {
  /**
   * Statements name no schema, and are prepared for this one alone. Without it they are of the one that a session has by
   * itself.
   *
   * @param beforeUse called, and waited for, whenever a connection is asked for
   */
  inSchema(schema?: string, beforeUse?: () => Promise<void> | undefined): PostgresPool;
  /** Who waits for a connection. */
  waiting: () => number;
  /** Connections that nobody uses. */
  idle: () => number;
}

/** The severity of errors that end a connection. */
const FATAL = 'FATAL';
/** A server that was the primary, and is not any more. */
const READ_ONLY = '25006';
/** The class of SQLSTATEs of a full disk. */
const INSUFFICIENT_RESOURCES = '53';

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

function overdue({ deadlineMs }: PoolGuard, cause: unknown): StatementOverdue {
  return new StatementOverdue(`A statement got no answer within ${deadlineMs} ms`, { cause });
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
