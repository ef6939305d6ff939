import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { usingFiles } from '../../start-error.ts';
import type { Database, DatabaseOptions } from '../database.ts';
import { OWNER_ONLY_DIRECTORY } from '../owner-only.ts';
import type { Tables } from '../schema.ts';
import { lockDirectory } from './directory-lock.ts';
import { connectPglite, PgliteDialect } from './pglite-dialect.ts';
import { openPgliteDirectory } from './pglite-directory.ts';

/** @throws StartError when another process has the directory open, or it cannot be used */
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
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(client) });
    return {
      engine: 'pglite',
      db,
      inSchema() {
        throw new Error('PGlite has one cell');
      },
      separate: () => db,
      observer: db,
      recurring: db,
      longRunning: db,
      lastUsedMs: () => performance.now(),
      poolUse: () => ({ used: 0, idle: 0, waiting: 0 }),
      disruptions: () => 0,
      async close() {
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
