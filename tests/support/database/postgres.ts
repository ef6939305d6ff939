/**
 * PostgreSQL for the tests: a server that is there or a throwaway one, and on it databases that
 * are dropped again. scripts/test finds the server and hands its address on as TEST_POSTGRES_URL.
 */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';

import type pg from 'pg';

import { closeToAll, joinNodes, nodesOf } from './citus.ts';
import { startCluster } from './postgres-cluster.ts';
import { otherServers } from './celled-suite.ts';
import { beforeServer } from './pooled-suite.ts';
import { canCreateDatabases, onServer, type PostgresServer } from './postgres-connection.ts';

export interface ScratchDatabase {
  readonly name: string;
  /** Through a pooler, where the suite runs behind one. */
  readonly url: string;
  /** The server's own address, whatever stands before it. */
  readonly directUrl: string;
  drop(): Promise<void>;
}

const PREFIX = 'tollgate_test_';
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
  const copied = template === undefined ? '' : ` TEMPLATE ${template}`;
  const servers = await serversOf(serverUrl);
  const onEach = (act: (client: pg.Client) => Promise<unknown>) =>
    Promise.all(servers.map((server) => onServer(server, act)));
  await onEach((client) => client.query(`CREATE DATABASE ${name}${copied}`));
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
  const dropOn = async (client: pg.Client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [PREFIX],
    );
    for (const { datname } of rows) {
      const name = datname.slice(PREFIX.length);
      if (name.startsWith(`${runId}_`) || isStale(name)) await dropDatabase(client, datname);
    }
  };
  for (const url of await serversOf(serverUrl)) await onServer(url, dropOn);
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

function isStale(name: string): boolean {
  const startedAtSeconds = Number.parseInt(name.split('_')[0] ?? '', 36);
  return secondsNow() - startedAtSeconds > STALE_AFTER_SECONDS;
}

/** FORCE ends the connections of a test that failed to. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
}
