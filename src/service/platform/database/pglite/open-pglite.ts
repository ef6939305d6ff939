import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import { usingFiles } from '../../start-error.ts';
import type { Database, DatabaseOptions } from '../database.ts';
import { OWNER_ONLY_DIRECTORY } from '../owner-only.ts';
import type { Tables } from '../schema.ts';
import { lockDirectory, openPgliteDirectory } from './pglite-directory.ts';
import pg from 'pg';
import { kyselyClient, createPlanRenewal, DISCARD_PLANS, typeParsers } from '../client.ts';
import { createStatementNames } from '../statement.ts';
import { createWritability, isOutOfRoom, probeRoom } from '../writability.ts';
import { Duplex } from 'node:stream';

/** @throws StartError if another process has the directory open, or it cannot be used */
export async function openPglite({
  dataDirectory,
  onConnectionLost,
}: Pick<DatabaseOptions, 'dataDirectory' | 'onConnectionLost'>): Promise<Database> {
  const directory = resolve(dataDirectory);
  const lock = await usingFiles(directory, async () => {
    await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    return lockDirectory(directory);
  });
  try {
    const pglite = await openPgliteDirectory(directory, (path) => PGlite.create(path));
    const client = await connectPglite(pglite, onConnectionLost);
    const onOutOfRoom = () => {
      writability.recordRefusal();
    };
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(client, onOutOfRoom) });
    const writability = createWritability({ probe: () => probeRoom(db) });
    return {
      engine: 'pglite',
      db,
      separate: () => db,
      observer: db,
      recurring: db,
      longRunning: db,
      poolUse: () => ({ used: 0, idle: 0, waiting: 0 }),
      disruptions: () => 0,
      writability,
      async close() {
        writability.stop();
        await db.destroy();
        await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Uses PGlite through the client for PostgreSQL, so that named statements are prepared here too: PGlite takes several
 * times as long to plan a statement as to run it, and its own `query` would plan it each time.
 */
export class PgliteDialect extends PostgresDialect {
  constructor(client: pg.Client, onOutOfRoom: () => void = () => undefined) {
    super({ pool: poolOf(client, onOutOfRoom) });
  }

  /** Makes Kysely take turns at the only session. */
  override createAdapter(): PGliteAdapter {
    return new PGliteAdapter();
  }
}

/** @param onLost called when PGlite has broken; from then on its statements fail as unavailable */
export async function connectPglite(
  pglite: PGlite,
  onLost: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    host: 'localhost',
    ssl: false,
    stream: () => new PgliteStream(pglite),
    types: typeParsers(),
  });
  client.on('error', onLost);
  await client.connect();
  return client;
}

function poolOf(client: pg.Client, onOutOfRoom: () => void): PostgresPool {
  const usage = { nameOf: createStatementNames(), beginning: undefined, release: () => undefined };
  const run = (query: pg.QueryConfig) =>
    client.query(query).catch((error: unknown) => {
      if (isOutOfRoom(error)) onOutOfRoom();
      throw error;
    });
  const usable = kyselyClient(client, usage, run);
  const renewal = createPlanRenewal();
  return {
    options: {},
    async connect() {
      if (renewal.isDue(client)) await client.query(DISCARD_PLANS);
      return usable;
    },
    end: () => client.end(),
  };
}

/**
 * A stream that replaces the socket of a `pg` client: messages of the wire protocol go to PGlite, and its answers come
 * back. It answers before a write ends.
 */
class PgliteStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  override _write(message: Buffer, _: BufferEncoding, done: Done): void {
    this.#ask(message, done);
  }

  /** Writes the messages of a statement together; the last of them asks for the answer. */
  override _writev(messages: { chunk: Buffer }[], done: Done): void {
    this.#ask(Buffer.concat(messages.map(({ chunk }) => chunk)), done);
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  #ask(messages: Uint8Array, done: Done): void {
    // Not `execProtocolRaw`, which also parses each answer and keeps its rows in memory for as long as PGlite is open.
    const parts: Buffer[] = [];
    const onRawData = (part: Uint8Array) => parts.push(Buffer.from(part));
    this.#pglite.execProtocolRawStream(messages, { onRawData }).then(
      () => {
        // Waits for a turn of the event loop, as with a socket: otherwise a transaction of many statements would be one
        // turn.
        setImmediate(() => {
          for (const part of parts) this.push(part);
          done();
        });
      },
      (cause: unknown) => {
        done(Object.assign(new Error('PGlite has broken', { cause }), { code: 'ECONNRESET' }));
      },
    );
  }
}

type Done = (error?: Error | null) => void;
