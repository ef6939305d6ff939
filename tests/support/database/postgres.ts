/**
 * PostgreSQL for the tests: a server that is there or a throwaway one, and on it databases that
 * are dropped again. scripts/test finds the server and hands its address on as TEST_POSTGRES_URL.
 */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';

import type pg from 'pg';

import { closeToAll, joinNodes, nodesOf } from './citus.ts';
import { startCluster } from './postgres-cluster.ts';
import { beforeServer, otherServers } from './suite.ts';
import { canCreateDatabases, onServer, type PostgresServer } from './postgres-connection.ts';
import { chown, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryFolder } from '../scratch-folder.ts';

/** The start that is in its file is that of the process; the one that it answers is a little later. */
const STARTS_WITHIN_SECONDS = 60;

/**
 * Makes a tablespace in memory, for databases that a run makes and drops by the hundred: each is hundreds of files, and before
 * ext4 gives an inode away it looks at all that were freed in the last minutes.
 *
 * @returns whether there is one: the server has to be of this machine and to let us, and there has to be room
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

export interface ScratchDatabase {
  readonly name: string;
  /** Through a pooler, where the suite runs behind one. */
  readonly url: string;
  /** The server's own address, whatever stands before it. */
  readonly directUrl: string;
  drop(): Promise<void>;
}

const PREFIX = 'tollgate_test_';
/** Where databases on the tests' server are made; unset or empty, where the server makes them by itself. */
const TABLESPACE = 'TEST_TABLESPACE';
const STALE_AFTER_SECONDS = 24 * 60 * 60;

/**
 * The server at TEST_DATABASE_URL, else the one on this machine's standard port, else a cluster of
 * our own from installed binaries. Undefined where there is none of these; throws when the one that
 * TEST_DATABASE_URL names cannot be used, because somebody meant it.
 */
export async function findPostgres(): Promise<PostgresServer | undefined> {
  const named = process.env['TEST_DATABASE_URL'];
  if (named) {
    if (await canCreateDatabases(named))
      return running(named, 'the server that TEST_DATABASE_URL names');
    throw new Error('TEST_DATABASE_URL: no connection, or no right to create databases');
  }
  for (const user of new Set([process.env['PGUSER'], 'postgres', userInfo().username])) {
    if (!user) continue;
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`;
    if (await canCreateDatabases(url))
      return running(url, `the server at 127.0.0.1:5432, as ${user}`);
  }
  return startCluster();
}

/** Somebody else's server, which goes on when the tests are through. */
function running(url: string, description: string): PostgresServer {
  return { url, description, stop: () => Promise.resolve() };
}

/** Names of one run have the time of its start in them, by which later runs know what is stale. */
export function newRunId(): string {
  return `${secondsNow().toString(36)}_${randomBytes(4).toString('hex')}`;
}

/**
 * A database on the server: empty, or a copy of the template, which nobody may be connected to. Where the suite's cells
 * are on several servers, there is one of its name on each. Give it back with drop(); the end of the run drops the rest.
 */
export async function createScratchDatabase(
  serverUrl: string,
  template?: string,
): Promise<ScratchDatabase> {
  const name = newName();
  const servers = await serversOf(serverUrl);
  const how =
    (template === undefined ? '' : ` TEMPLATE ${template}`) +
    (servers.length === 1 ? inTablespace(serverUrl) : '');
  const onEach = (act: (client: pg.Client) => Promise<unknown>) =>
    Promise.all(servers.map((server) => onServer(server, act)));
  await onEach((client) => client.query(`CREATE DATABASE ${name}${how}`));
  if (inTablespace(serverUrl) !== '') await commitWithoutDisk(serverUrl, name);
  const directUrl = urlOf(serverUrl, name);
  if (template === undefined) await joinNodes(directUrl);
  return {
    name,
    url: urlOf(beforeServer(serverUrl), name),
    directUrl,
    drop: async () => {
      await closeToAll(directUrl);
      await onEach((client) => dropDatabase(client, name));
    },
  };
}

/** What is in memory survives no crash of the server, and no test waits for the disk on which its log is. */
async function commitWithoutDisk(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(`ALTER DATABASE ${name} SET synchronous_commit = off`),
  );
}

/** Servers of a test's own have none. */
function inTablespace(serverUrl: string): string {
  const name = process.env[TABLESPACE];
  return name && serverUrl === process.env['TEST_POSTGRES_URL'] ? ` TABLESPACE ${name}` : '';
}

/** Has a run's databases made in memory, where that can be. @returns what its stages need for that */
export async function keepInMemory(serverUrl: string, runId: string): Promise<NodeJS.ProcessEnv> {
  const name = `${PREFIX}${runId}`;
  return (await createMemoryTablespace(serverUrl, name)) ? { [TABLESPACE]: name } : {};
}

/** Where a database is made that is asked for on one of them. */
async function serversOf(serverUrl: string): Promise<string[]> {
  const servers = [...(await nodesOf(serverUrl)), ...otherServers(serverUrl)];
  return [...new Map(servers.map((url) => [new URL(url).host, url])).values()];
}

function newName(): string {
  const runId = process.env['TEST_RUN_ID'] ?? newRunId();
  return `${PREFIX}${runId}_${randomBytes(6).toString('hex')}`;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Drops what a run made, and what earlier runs that were killed left behind over a day ago. */
export async function dropScratchDatabases(serverUrl: string, runId: string): Promise<void> {
  const isToGo = (name: string) => name.startsWith(PREFIX + runId) || isStale(name);
  const dropOn = async (client: pg.Client) => {
    const named = async (catalogue: string) => {
      const { rows } = await client.query<{ name: string }>(catalogue, [PREFIX]);
      return rows.map(({ name }) => name).filter(isToGo);
    };
    const databases = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)';
    for (const name of await named(databases)) await dropDatabase(client, name);
    const tablespaces = 'SELECT spcname AS name FROM pg_tablespace WHERE starts_with(spcname, $1)';
    for (const name of await named(tablespaces)) await dropMemoryTablespace(client, name);
  };
  for (const url of await serversOf(serverUrl)) await onServer(url, dropOn);
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

function isStale(name: string): boolean {
  const startedAtSeconds = Number.parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36);
  return secondsNow() - startedAtSeconds > STALE_AFTER_SECONDS;
}

/** FORCE ends the connections of a test that failed to. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
}
