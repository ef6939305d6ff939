/** Creates and drops test databases on the server that scripts/test found and passes on as TEST_POSTGRES_URL. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { beforeServer, postgresServer, suiteServer } from './suite.ts';
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
 * Call drop() when done; the end of the run drops the rest.
 */
export async function createScratchDatabase(
  serverUrl = postgresServer(),
  template?: string,
): Promise<ScratchDatabase> {
  const runId = process.env['TEST_RUN_ID'] ?? newRunId();
  const name = `${PREFIX}${runId}_${randomBytes(6).toString('hex')}`;
  const how = (template === undefined ? '' : ` TEMPLATE ${template}`) + inTablespace(serverUrl);
  await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name}${how}`));
  // A tablespace in memory survives no server crash anyway, so commits need not wait until the log is on disk.
  const withoutDisk = `ALTER DATABASE ${name} SET synchronous_commit = off`;
  if (inTablespace(serverUrl) !== '') await onServer(serverUrl, (it) => it.query(withoutDisk));
  const directUrl = urlOf(serverUrl, name);
  return {
    name,
    url: urlOf(beforeServer(serverUrl), name),
    directUrl,
    drop: () => onServer(serverUrl, (client) => dropDatabase(client, name)),
  };
}

/** Returns the TABLESPACE clause; empty for a test's own server, which lacks the tablespace. */
function inTablespace(serverUrl: string): string {
  const name = process.env[TABLESPACE];
  return name && serverUrl === suiteServer() ? ` TABLESPACE ${name}` : '';
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
