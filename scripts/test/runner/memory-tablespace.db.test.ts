import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  startCluster,
  type PostgresCluster,
} from '../../../tests/support/database/postgres-cluster.ts';
import { onServer } from '../../../tests/support/database/postgres-connection.ts';
import { createScratchDatabase, newRunId } from '../../../tests/support/database/postgres.ts';
import { dropScratchDatabases, keepInMemory } from './scratch-databases.ts';

let cluster: PostgresCluster | undefined;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cluster?.stop();
});

it('databases of a run are in memory if the role may create a tablespace, and leave no files there', async ({
  skip,
}) => {
  if (cluster === undefined) return skip('There is no PostgreSQL to start');
  const { url } = cluster;
  await onServer(url, (client) => client.query('create role maker login createdb'));
  expect(await keepInMemory(url.replace('postgres@', 'maker@'), newRunId())).toEqual({});
  const runId = newRunId();
  const { TEST_TABLESPACE } = await keepInMemory(url, runId);
  if (TEST_TABLESPACE === undefined) return skip('There is no room in memory');
  vi.stubEnv('TEST_TABLESPACE', TEST_TABLESPACE);
  vi.stubEnv('TEST_POSTGRES_URL', url);
  vi.stubEnv('TEST_RUN_ID', runId);
  const folder = await onServer((await createScratchDatabase(url)).directUrl, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      `select pg_tablespace_location(dattablespace) as folder from pg_database
        where datname = current_database()`,
    );
    return rows[0]?.folder ?? '';
  });
  expect(existsSync(folder)).toBe(true);
  await dropScratchDatabases(url, runId);
  expect(existsSync(folder)).toBe(false);
});
