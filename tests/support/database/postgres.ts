/** Databases of tests, on a server that scripts/test found and hands on as TEST_POSTGRES_URL. They are dropped again. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { closeToAll, joinNodes, nodesOf } from './citus.ts';
import { beforeServer, otherServers, postgresServer, suiteServer } from './suite.ts';
import { onServer } from './postgres-connection.ts';

export interface ScratchDatabase {
  readonly name: string;
  /** Through a pooler, where the suite runs behind one. */
  readonly url: string;
  /** The server's own address, whatever stands before it. */
  readonly directUrl: string;
  drop(): Promise<void>;
}

export const PREFIX = 'tollgate_test_';
/** Where databases on the tests' server are made; unset or empty, where the server makes them by itself. */
export const TABLESPACE = 'TEST_TABLESPACE';

/** Names of one run have the time of its start in them, by which later runs know what is stale. */
export function newRunId(): string {
  return `${Math.floor(Date.now() / 1_000).toString(36)}_${randomBytes(4).toString('hex')}`;
}

/**
 * A database on a server, the suite's unless another is given: empty, or a copy of the template, which nobody may be connected to. Where the suite's cells
 * are on several servers, there is one of its name on each. Give it back with drop(); the end of the run drops the rest.
 */
export async function createScratchDatabase(
  serverUrl = postgresServer(),
  template?: string,
): Promise<ScratchDatabase> {
  const runId = process.env['TEST_RUN_ID'] ?? newRunId();
  const name = `${PREFIX}${runId}_${randomBytes(6).toString('hex')}`;
  const servers = await serversOf(serverUrl);
  const how =
    (template === undefined ? '' : ` TEMPLATE ${template}`) +
    (servers.length === 1 ? inTablespace(serverUrl) : '');
  const onEach = (act: (client: pg.Client) => Promise<unknown>) =>
    Promise.all(servers.map((server) => onServer(server, act)));
  await onEach((client) => client.query(`CREATE DATABASE ${name}${how}`));
  // What is in memory survives no crash of the server, and no test waits for the disk on which its log is.
  const withoutDisk = `ALTER DATABASE ${name} SET synchronous_commit = off`;
  if (inTablespace(serverUrl) !== '') await onServer(serverUrl, (it) => it.query(withoutDisk));
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

/** Servers of a test's own have none. */
function inTablespace(serverUrl: string): string {
  const name = process.env[TABLESPACE];
  return name && serverUrl === suiteServer() ? ` TABLESPACE ${name}` : '';
}

/** Where a database is made that is asked for on one of them. */
export async function serversOf(serverUrl: string): Promise<string[]> {
  const servers = [...(await nodesOf(serverUrl)), ...otherServers(serverUrl)];
  return [...new Map(servers.map((url) => [new URL(url).host, url])).values()];
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** FORCE ends the connections of a test that failed to. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
}
