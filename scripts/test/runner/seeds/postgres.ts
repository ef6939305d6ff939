import { rm } from 'node:fs/promises';
import { POOLED_URL, poolMode, postgresServer } from '../../../../tests/support/database/suite.ts';
import { createScratchDatabase } from '../../../../tests/support/database/postgres.ts';
import { startPgBouncer } from '../../../../tests/support/database/pgbouncer.ts';
import {
  POSTGRES_SEED,
  POSTGRES_TEMPLATE,
} from '../../../../tests/support/database/seeds/service-data.ts';

/** Global setup of Vitest: the processes that it starts inherit the variables. */
export default async function seedPostgres(): Promise<() => Promise<void>> {
  const withoutSeed = await makePostgresTemplate();
  const withoutPooler = await poolSuite(postgresServer());
  return async () => {
    await withoutPooler();
    await withoutSeed();
  };
}

/** Creates the template database. If it already exists, for all stages together, loads none of the service. */
export async function makePostgresTemplate(): Promise<() => Promise<void>> {
  if (process.env[POSTGRES_TEMPLATE] !== undefined) return () => Promise.resolve();
  const { makeSeed } = await import('./make-seed.ts');
  const template = await createScratchDatabase();
  const directory = await makeSeed(template.url);
  process.env[POSTGRES_TEMPLATE] = template.name;
  process.env[POSTGRES_SEED] = directory;
  return async () => {
    await template.drop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** Starts a pooler if the suite must run behind one. From then on the server's databases are reached through it. */
async function poolSuite(serverUrl: string): Promise<() => Promise<void>> {
  const mode = poolMode();
  if (mode === undefined) return () => Promise.resolve();
  const pooler = await startPgBouncer(serverUrl, mode);
  if (pooler === undefined) throw new Error('TEST_POOLER is set, and PgBouncer is not installed');
  process.env[POOLED_URL] = pooler.url;
  process.stdout.write(`Behind PgBouncer, by ${mode}\n`);
  return () => pooler.stop();
}
