import { chown, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { memoryFolder } from '../scratch-folder.ts';
import { onServer } from './postgres-connection.ts';

/** The start that is in its file is that of the process; the one that it answers is a little later. */
const STARTS_WITHIN_SECONDS = 60;

/**
 * Makes a tablespace in memory, for databases that a run makes and drops by the hundred: each is hundreds of files, and before
 * ext4 gives an inode away it looks at all that were freed in the last minutes.
 *
 * @returns whether there is one: the server has to be of this machine and to let us, and there has to be room
 */
export async function createMemoryTablespace(serverUrl: string, name: string): Promise<boolean> {
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
export async function dropMemoryTablespace(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ folder: string }>(
    'SELECT pg_tablespace_location(oid) AS folder FROM pg_tablespace WHERE spcname = $1',
    [name],
  );
  await client.query(`DROP TABLESPACE ${client.escapeIdentifier(name)}`);
  for (const { folder } of rows) await rm(folder, { recursive: true, force: true });
}

/** Whose the server's files are. Throws where they are not on this machine, or are those of another server. */
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
