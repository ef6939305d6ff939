import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dropScratchDatabases, keepInMemory } from './scratch-databases.ts';
import { createScratchDatabase, newRunId } from '../../tests/support/database/postgres.ts';
import {
  startCluster,
  type PostgresCluster,
} from '../../tests/support/database/postgres-cluster.ts';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

let cluster: PostgresCluster | undefined;

beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cluster?.stop();
});

/** Returns the folder of the database's tablespace; empty for the server's default. */
async function folderOf(databaseUrl: string): Promise<string> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      `select pg_tablespace_location(dattablespace) as folder from pg_database
        where datname = current_database()`,
    );
    return rows[0]?.folder ?? '';
  });
}

describe('databases of a run', () => {
  it('are in memory if the server is on this machine, and leave no files there', async ({
    skip,
  }) => {
    if (cluster === undefined) return skip('There is no PostgreSQL to start');
    const { url } = cluster;
    const runId = newRunId();
    const env = await keepInMemory(url, runId);
    if (env['TEST_TABLESPACE'] === undefined) return skip('There is no room in memory');
    vi.stubEnv('TEST_POSTGRES_URL', url);
    vi.stubEnv('TEST_TABLESPACE', env['TEST_TABLESPACE']);
    vi.stubEnv('TEST_RUN_ID', runId);
    const folder = await folderOf((await createScratchDatabase(url)).directUrl);
    expect(existsSync(folder)).toBe(true);
    await dropScratchDatabases(url, runId);
    expect(existsSync(folder)).toBe(false);
  });

  it("are in the server's default tablespace for a role that may not create one", async ({
    skip,
  }) => {
    if (cluster === undefined) return skip('There is no PostgreSQL to start');
    await onServer(cluster.url, (client) => client.query('create role maker login createdb'));
    const url = new URL(cluster.url);
    url.username = 'maker';
    expect(await keepInMemory(url.href, newRunId())).toEqual({});
  });
});
