/** The databases of a run: where they are created, and how they are removed. */
import { chown, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { dropDatabase, PREFIX, TABLESPACE } from '../../../tests/support/database/postgres.ts';
import { onServer } from '../../../tests/support/database/postgres-connection.ts';
import { memoryFolder } from '../../../tests/support/scratch-folder.ts';

const STALE_AFTER_SECONDS = 24 * 60 * 60;
/** How much later the start time that a server reports may be than the one in its file, which is the process's. */
const STARTS_WITHIN_SECONDS = 60;

/** Makes a run create its databases in memory, if possible. @returns the variables that its stages need for that */
export async function keepInMemory(serverUrl: string, runId: string): Promise<NodeJS.ProcessEnv> {
  const name = `${PREFIX}${runId}`;
  return (await createMemoryTablespace(serverUrl, name)) ? { [TABLESPACE]: name } : {};
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
      const { uid, gid } = await ownerOf(client);
      await chown(folder, uid, gid);
      await client.query(`CREATE TABLESPACE ${name} LOCATION ${client.escapeLiteral(folder)}`);
    });
    return true;
  } catch {
    await rm(folder, { recursive: true });
    return false;
  }
}

/** Drops a tablespace that has no database any more, with its folder. */
async function dropMemoryTablespace(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ folder: string }>(
    'SELECT pg_tablespace_location(oid) AS folder FROM pg_tablespace WHERE spcname = $1',
    [name],
  );
  await client.query(`DROP TABLESPACE ${client.escapeIdentifier(name)}`);
  for (const { folder } of rows) await rm(folder, { recursive: true, force: true });
}

/** Returns the owner of the server's files. Throws if they are not on this machine, or belong to another server. */
async function ownerOf(client: pg.Client): Promise<{ uid: number; gid: number }> {
  const { rows } = await client.query<{ directory: string; started: number }>(
    `SELECT current_setting('data_directory') AS directory,
      extract(epoch FROM pg_postmaster_start_time())::float8 AS started`,
  );
  const { directory = '', started = NaN } = rows[0] ?? {};
  const [, , recorded] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n');
  const seconds = started - Number(recorded);
  if (!(seconds >= 0 && seconds < STARTS_WITHIN_SECONDS)) throw new Error('Another server');
  return stat(directory);
}

/** Drops the databases and tablespaces of a run, and those that killed runs left behind more than a day ago. */
export async function dropScratchDatabases(serverUrl: string, runId: string): Promise<void> {
  const isToGo = (name: string) => name.startsWith(PREFIX + runId) || isStale(name);
  await onServer(serverUrl, async (client) => {
    const named = async (catalogue: string) => {
      const { rows } = await client.query<{ name: string }>(catalogue, [PREFIX]);
      return rows.map(({ name }) => name).filter(isToGo);
    };
    const databases = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)';
    for (const name of await named(databases)) await dropDatabase(client, name);
    const tablespaces = 'SELECT spcname AS name FROM pg_tablespace WHERE starts_with(spcname, $1)';
    for (const name of await named(tablespaces)) await dropMemoryTablespace(client, name);
  });
}

function isStale(name: string): boolean {
  const startedAtSeconds = Number.parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36);
  return Date.now() / 1_000 - startedAtSeconds > STALE_AFTER_SECONDS;
}
