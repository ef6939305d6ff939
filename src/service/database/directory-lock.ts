import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The kernel's word for "another process holds it", as SQLite reports it. */
const SQLITE_BUSY = 5;

export interface DirectoryLock {
  release(): void;
}

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';

  constructor(directory: string) {
    super(
      `${directory} is in use by another Tollgate process. PGlite allows one process per directory: ` +
        'stop the other one, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.',
    );
  }
}

/**
 * An exclusive lock on a data directory for as long as this process lives. PGlite takes none of its
 * own, and two processes on one directory destroy it. Node offers no file lock, but the SQLite it
 * carries does: the kernel drops the lock with the process, so nothing stale is left after `kill -9`.
 *
 * @throws DirectoryInUse
 */
export function lockDirectory(directory: string): DirectoryLock {
  const holder = new DatabaseSync(join(directory, 'process.lock'));
  try {
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    holder.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DirectoryInUse(directory);
    }
    throw error;
  }
  return {
    release: () => {
      holder.close();
    },
  };
}
