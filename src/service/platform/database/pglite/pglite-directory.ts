import { existsSync, chmodSync, closeSync, openSync } from 'node:fs';
import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, usingFiles } from '../../start-error.ts';
import { makeOwnerOnly, OWNER_ONLY_DIRECTORY, OWNER_ONLY_FILE } from '../owner-only.ts';
import { DatabaseSync } from 'node:sqlite';

/** The files of a complete database. Without the first one, PGlite would create a new database there. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'postgresql.conf'];

/**
 * Opens the database in `{dataDirectory}/pglite`, or creates it. A file beside it marks a database that is being
 * created: if a process dies meanwhile, the database is still empty, and is created again. PGlite makes the files that
 * it writes while it opens a database readable to everybody, and in a new one these are all files. So modes are
 * corrected before and after; files that it adds later are only for their owner.
 *
 * @throws StartError if the files cannot be used, or are not a complete database
 */
export async function openPgliteDirectory<T>(
  dataDirectory: string,
  create: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = pgliteFolder(dataDirectory);
  const unfinished = `${directory}.unfinished`;
  return usingFiles(directory, async () => {
    if (existsSync(unfinished)) await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((await readdir(directory)).length === 0)
      await writeFile(unfinished, '', { mode: OWNER_ONLY_FILE });
    else refuseIncomplete(directory);
    makeOwnerOnly(directory);
    const database = await created(directory, create);
    makeOwnerOnly(directory);
    await rm(unfinished, { force: true });
    return database;
  });
}

/** Returns the folder of a data directory's database. */
export function pgliteFolder(dataDirectory: string): string {
  return join(dataDirectory, 'pglite');
}

function refuseIncomplete(directory: string): void {
  const missing = PARTS.filter((part) => !existsSync(join(directory, part)));
  if (missing.length === 0) return;
  throw new StartError(
    `${directory} is not a complete database: ${missing.join(', ')} is missing. ${REMEDY}`,
  );
}

async function created<T>(
  directory: string,
  create: (directory: string) => Promise<T>,
): Promise<T> {
  try {
    return await create(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'PGlite gave no reason';
    const message = `The database in ${directory} cannot be opened (${reason}): it is damaged. ${REMEDY}`;
    throw new StartError(message, { cause: error });
  }
}

const REMEDY =
  'Restore a backup of DATA_DIR, or start with a new DATA_DIR, without its orders and keys.';

/** SQLite's code for a lock that another process holds. */
const SQLITE_BUSY = 5;
/** The file is no database: another program has written to it. */
const SQLITE_NOTADB = 26;
const SQLITE_CORRUPT = 11;

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a data directory exclusively for as long as this process lives. PGlite has no lock, and two processes in one
 * directory destroy it. Node offers no file lock, but its SQLite does: the kernel releases the lock with the process,
 * so no stale one is left after `kill -9`.
 *
 * @throws StartError if another process holds the lock, or the file contains something else
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'process.lock');
  makeFileOwnerOnly(path);
  const holder = new DatabaseSync(path);
  try {
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    holder.close();
    throw toStartError(error, directory, path);
  }
  return {
    release: () => {
      holder.close();
    },
  };
}

/** Creates the file for its owner only; SQLite would make it readable to everybody. */
function makeFileOwnerOnly(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY_FILE));
  chmodSync(path, OWNER_ONLY_FILE);
}

function toStartError(error: unknown, directory: string, path: string): unknown {
  switch (error instanceof Error && 'errcode' in error ? error.errcode : undefined) {
    case SQLITE_BUSY:
      return new StartError(
        `${directory} is in use by another Tollgate process. PGlite allows one process per directory: ` +
          'stop the other one, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.',
      );
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return new StartError(
        `${path} is damaged. If no other Tollgate process uses ${directory}, remove the file: it contains ` +
          'only the lock.',
      );
    default:
      return error;
  }
}
