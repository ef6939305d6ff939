/** The databases of a run: on which server, where on it they are created, and how they are removed. */
import { chown, rm, stat } from 'node:fs/promises';
import {
  dropDatabase,
  newRunId,
  PREFIX,
  TABLESPACE,
} from '../../../tests/support/database/postgres.ts';
import { onServer } from '../../../tests/support/database/postgres-connection.ts';
import { memoryFolder } from '../../../tests/support/scratch-folder.ts';
import { findPostgres } from './find-postgres.ts';
import { installPackages, isCi, type Resource } from './resource.ts';

const NONE =
  'no PostgreSQL here: nothing at TEST_DATABASE_URL or 127.0.0.1:5432 lets us in, and no server ' +
  'programs (initdb, postgres) are installed to make one from';

/** Finds a PostgreSQL server for a run: an existing one, a temporary one, or one that CI installs. */
export async function preparePostgres(): Promise<Resource> {
  let server = await findPostgres();
  if (server === undefined && isCi) {
    await installPackages('postgresql');
    server = await findPostgres();
    if (server === undefined) throw new Error(NONE);
  }
  if (server === undefined) return NONE;
  const { url, description } = server;
  const runId = newRunId();
  console.log(`PostgreSQL: ${description}`);
  const tablespace = `${PREFIX}${runId}`;
  const isInMemory = await createMemoryTablespace(url, tablespace);
  return {
    env: {
      TEST_POSTGRES_URL: url,
      TEST_RUN_ID: runId,
      ...(isInMemory && { [TABLESPACE]: tablespace }),
    },
    release: async () => {
      await dropScratchDatabases(url, runId).catch((error: unknown) => {
        console.error('Scratch databases are left behind, for a later run to drop.', error);
      });
      await server.stop();
    },
  };
}

/**
 * Creates a tablespace in memory. A run creates and drops hundreds of databases, each with hundreds of files, and
 * before ext4 allocates an inode it scans all that were freed in the last minutes.
 *
 * @returns whether it exists: the server must be on this machine and permit it, and there must be room
 */
async function createMemoryTablespace(serverUrl: string, name: string): Promise<boolean> {
  const folder = await memoryFolder();
  if (folder === undefined) return false;
  try {
    await onServer(serverUrl, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      const { uid, gid } = await stat(rows[0]?.data_directory ?? '');
      await chown(folder, uid, gid);
      await client.query(`CREATE TABLESPACE ${name} LOCATION ${client.escapeLiteral(folder)}`);
    });
    return true;
  } catch {
    await rm(folder, { recursive: true });
    return false;
  }
}

const STALE_AFTER_SECONDS = 24 * 60 * 60;

/** Drops the databases and tablespaces of a run, and those that killed runs left behind more than a day ago. */
async function dropScratchDatabases(serverUrl: string, runId: string): Promise<void> {
  const isToGo = ({ name }: { name: string }) => name.startsWith(PREFIX + runId) || isStale(name);
  await onServer(serverUrl, async (client) => {
    const databases = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [PREFIX],
    );
    for (const { name } of databases.rows.filter(isToGo)) await dropDatabase(client, name);
    const tablespaces = await client.query<{ name: string; folder: string }>(
      'SELECT spcname AS name, pg_tablespace_location(oid) AS folder FROM pg_tablespace WHERE starts_with(spcname, $1)',
      [PREFIX],
    );
    for (const { name, folder } of tablespaces.rows.filter(isToGo)) {
      await client.query(`DROP TABLESPACE ${client.escapeIdentifier(name)}`);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function isStale(name: string): boolean {
  const startedAtSeconds = Number.parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36);
  return Date.now() / 1_000 - startedAtSeconds > STALE_AFTER_SECONDS;
}
