import seedPglite from './seeds/pglite.ts';
import { makePostgresTemplate } from './seeds/postgres.ts';
import type { Resource } from './resource.ts';

/**
 * Creates the data of a first start, which several stages copy: on the PostgreSQL that was found, else on the
 * embedded engine.
 */
export async function seedResource(found: NodeJS.ProcessEnv): Promise<Resource> {
  if (!found['TEST_POSTGRES_URL']) return pgliteSeedResource();
  Object.assign(process.env, found);
  return { env: {}, release: await makePostgresTemplate() };
}

/** Creates the seed of the embedded engine. Stages find it through an inherited variable. */
export async function pgliteSeedResource(): Promise<Resource> {
  return { env: {}, release: await seedPglite() };
}
