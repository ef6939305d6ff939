/** Creates and drops test databases on the server that scripts/test found and passes on as TEST_POSTGRES_URL. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { closeToAll, joinNodes, nodesOf } from './citus.ts';
import { beforeServer, otherServers, postgresServer, suiteServer } from './suite.ts';
import { onServer } from './postgres-connection.ts';

export interface ScratchDatabase {
  readonly name: string;
  /** The address through the pooler, if the suite runs behind one. */
  readonly url: string;
  /** The address on the server itself, past any pooler. */
  readonly directUrl: string;
  drop(): Promise<void>;
}

export const PREFIX = 'tollgate_test_';
/** The variable with the tablespace for databases on the tests' server. Unset or empty: the server's default. */
export const TABLESPACE = 'TEST_TABLESPACE';

/** Returns an id for this run. It begins with the start time, by which later runs recognize stale databases. */
export function newRunId(): string {
  return `${Math.floor(Date.now() / 1_000).toString(36)}_${randomBytes(4).toString('hex')}`;
}

/**
 * Creates a database, by default on the suite's server: empty, or a copy of `template`, which must have no connections.
 * If the suite's cells are on several servers, creates one of the same name on each. Call drop() when done; the end of
 * the run drops the rest.
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
  // A tablespace in memory survives no server crash anyway, so commits need not wait until the log is on disk.
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

/** Returns the TABLESPACE clause; empty for a test's own server, which lacks the tablespace. */
function inTablespace(serverUrl: string): string {
  const name = process.env[TABLESPACE];
  return name && serverUrl === suiteServer() ? ` TABLESPACE ${name}` : '';
}

/** Returns all servers that hold a database created on `serverUrl`: its Citus nodes and other cells' servers. */
export async function serversOf(serverUrl: string): Promise<string[]> {
  const servers = [...(await nodesOf(serverUrl)), ...otherServers(serverUrl)];
  return [...new Map(servers.map((url) => [new URL(url).host, url])).values()];
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Drops a database. FORCE ends connections that a test left open. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
}
