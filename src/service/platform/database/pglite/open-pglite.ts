import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { usingFiles } from '../../start-error.ts';
import { INT8_OID, type Database } from '../database.ts';
import { OWNER_ONLY_DIRECTORY } from '../owner-only.ts';
import type { Tables } from '../schema.ts';
import { lockDirectory } from './directory-lock.ts';
import { openPgliteDirectory } from './pglite-directory.ts';

/** @throws StartError when another process has the directory open, or it cannot be used */
export async function openPglite(dataDirectory: string): Promise<Database> {
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
