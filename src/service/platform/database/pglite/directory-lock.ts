import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StartError } from '../../start-error.ts';
import { OWNER_ONLY_FILE } from '../owner-only.ts';

/** The kernel's word for "another process holds it", as SQLite reports it. */
const SQLITE_BUSY = 5;
/** The file is no database: somebody else has written there. */
const SQLITE_NOTADB = 26;
const SQLITE_CORRUPT = 11;

export interface DirectoryLock {
  release(): void;
}

/**
 * An exclusive lock on a data directory for as long as this process lives. PGlite takes none of its
 * own, and two processes on one directory destroy it. Node offers no file lock, but the SQLite it
 * carries does: the kernel drops the lock with the process, so nothing stale is left after `kill -9`.
 *
 * @throws StartError when another process holds the lock, or the file holds something else
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'process.lock');
  makeOwnerOnly(path);
  const holder = new DatabaseSync(path);
  try {
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    holder.close();
    throw explained(error, directory, path);
  }
  return {
    release: () => {
      holder.close();
    },
  };
}

/** SQLite would make it readable to everybody. */
function makeOwnerOnly(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY_FILE));
  chmodSync(path, OWNER_ONLY_FILE);
}

function explained(error: unknown, directory: string, path: string): unknown {
  switch (error instanceof Error && 'errcode' in error ? error.errcode : undefined) {
    case SQLITE_BUSY:
      return new StartError(
        `${directory} is in use by another Tollgate process. PGlite allows one process per directory: ` +
          'stop the other one, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.',
      );
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return new StartError(
        `${path} is damaged. If no other Tollgate process uses ${directory}, remove the file: it holds ` +
          'nothing but the lock.',
      );
    default:
      return error;
  }
}
