import { rm } from 'node:fs/promises';
import { describeCells, poolSuite, postgresServer } from '../suite.ts';
import { closeToAll } from '../citus.ts';
import { createScratchDatabase } from '../postgres.ts';
import { POSTGRES_SEED, POSTGRES_TEMPLATE } from './service-data.ts';

/** Global setup of Vitest: what it starts inherits the variables. */
export default async function seedPostgres(): Promise<() => Promise<void>> {
  process.stdout.write(describeCells());
  const withoutSeed = await makePostgresTemplate();
  const withoutPooler = await poolSuite(postgresServer());
  return async () => {
    await withoutPooler();
    await withoutSeed();
  };
}

/** Where it was made before, for all stages together, none of the service is loaded. */
export async function makePostgresTemplate(): Promise<() => Promise<void>> {
  if (process.env[POSTGRES_TEMPLATE] !== undefined) return () => Promise.resolve();
  const { makeSeed } = await import('./make-seed.ts');
  const template = await createScratchDatabase();
  const directory = await makeSeed(template.url);
  await closeToAll(template.directUrl);
  process.env[POSTGRES_TEMPLATE] = template.name;
  process.env[POSTGRES_SEED] = directory;
  return async () => {
    await template.drop();
    await rm(directory, { recursive: true, force: true });
  };
}
