import type pg from 'pg';
import type { AddressedClients } from './addressed-client.ts';
import { CONNECTION_TIMED_OUT } from '../unavailable.ts';
import { createIdleConnections } from './idle-connections.ts';
import { createLeases, type Shares } from './leases.ts';

/** Lends the connections of a pool, to statements of one schema each time. */
export interface Lender {
  /** From now on there are statements of this schema. */
  expect(schema: string | undefined): void;
  take(schema: string | undefined): Promise<pg.PoolClient>;
  giveBack: GiveBack;
  /** Who waits for a connection. */
  waiting: () => number;
  /** Connections that nobody uses. */
  idle: () => number;
  /** Gives all that it keeps back to the pool, and from then on whatever is given back. */
  end(): void;
}

export type GiveBack = (client: pg.PoolClient, destroy?: boolean) => void;

interface LenderOptions {
  clients: AddressedClients;
  mayUse: (client: pg.PoolClient) => boolean | Promise<boolean>;
  /** Whether a connection is of no use any more. */
  isOver: (client: pg.PoolClient) => boolean;
  /** Whether one schema of several leaves the others a part of the connections. */
  isShared: boolean;
}

/**
 * Until a connection that nobody uses is closed. A new one costs a hundred milliseconds of processors before its statements
 * are planned for good, and payments come in bursts: closed after ten seconds, each burst began with some.
 */
export const KEPT_MS = 5 * 60_000;
/**
 * Of so many, each connection may serve all: whoever asks has the one that was used last, so that no more are at work than are
 * needed. Of more, a connection would have too many plans.
 */
const FEW_SCHEMAS = 16;
/** Of one schema, where there are several. */
const SHARE = 0.75;
/** For each connection; as many again as requests may be under way of all that share them. */
export const WAITING_OF_ONE = 25;
export const WAITING = 50;

export function createLender(pool: pg.Pool, options: LenderOptions): Lender {
  const { max, connectionTimeoutMillis = 0 } = pool.options;
  const schemas = new Set<string | undefined>();
  const shares: Shares | undefined = options.isShared
    ? {
        ofOne: Math.max(1, Math.floor(max * SHARE)),
        waitingOfOne: max * WAITING_OF_ONE,
        waiting: max * WAITING,
      }
    : undefined;
  const limits = { most: max, timeoutMs: connectionTimeoutMillis, shares };
  const leases = createLeases<pg.PoolClient>(limits);
  const leasedIn = new Map<pg.PoolClient, string | undefined>();
  const idle = createKept();

  function takeIdle(schema: string | undefined): pg.PoolClient | undefined {
    return schemas.size <= FEW_SCHEMAS ? idle.takeLast() : idle.take(schema, pool.totalCount < max);
  }

  async function lease(schema: string | undefined): Promise<pg.PoolClient> {
    const given = (await leases.begin(schema)) ?? takeIdle(schema);
    try {
      const client = given ? await usableOr(given) : await connect(pool, options);
      leasedIn.set(client, schema);
      return client;
    } catch (error) {
      leases.end(schema, undefined);
      throw error;
    }
  }

  async function usableOr(given: pg.PoolClient): Promise<pg.PoolClient> {
    if (!options.isOver(given) && (await options.mayUse(given))) return given;
    discard(given);
    return connect(pool, options);
  }

  return {
    expect: (schema) => schemas.add(schema),
    // Where there is one schema alone, all of this is what the pool does by itself.
    take: (schema) => (schemas.size > 1 ? lease(schema) : connect(pool, options)),
    giveBack(client, destroy = false) {
      if (!leasedIn.has(client)) {
        client.release(destroy);
        return;
      }
      const schema = leasedIn.get(client);
      leasedIn.delete(client);
      const isGone = destroy || options.isOver(client);
      if (isGone) client.release(true);
      if (!leases.end(schema, isGone ? undefined : client) && !isGone) idle.keep(client, schema);
    },
    waiting: () => pool.waitingCount + leases.waiting(),
    idle: () => pool.idleCount + idle.size(),
    end: () => idle.end(),
  };
}

/** Connections that nobody uses, until they are closed. */
function createKept() {
  const idle = createIdleConnections<pg.PoolClient>();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function closeLongest(): void {
    for (const client of idle.takeIdleSince(performance.now() - KEPT_MS)) client.release(true);
    timer = idle.size() > 0 ? setTimeout(closeLongest, KEPT_MS).unref() : undefined;
  }

  return {
    ...idle,
    keep(client: pg.PoolClient, schema: string | undefined): void {
      if (ended) {
        client.release();
        return;
      }
      idle.keep(client, schema);
      timer ??= setTimeout(closeLongest, KEPT_MS).unref();
    },
    end(): void {
      ended = true;
      clearTimeout(timer);
      for (const client of idle.takeIdleSince(Infinity)) client.release();
    },
  };
}

/** Each address is tried once; clients that are not usable are made anew. */
async function connect(pool: pg.Pool, { clients, mayUse }: LenderOptions): Promise<pg.PoolClient> {
  for (let failed = 0; ;) {
    const address = clients.current();
    try {
      const client = await pool.connect();
      const usable = mayUse(client);
      if (usable === true || (await usable)) return client;
      discard(client);
    } catch (error) {
      failed += 1;
      if (isPoolBusy(error) || failed >= clients.count) throw error;
      clients.leave(address);
    }
  }
}

function discard(client: pg.PoolClient): void {
  client.connection.stream.destroy();
  client.release(true);
}

/** All of its connections are in use: that says nothing of the address. */
function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === CONNECTION_TIMED_OUT;
}
