import seedPglite from './seeds/pglite.ts';
import { makePostgresTemplate } from './seeds/postgres.ts';
import type { Resource } from './resource.ts';

/** A first start, which several stages copy: on the PostgreSQL that was found, else on the embedded engine. */
export async function seedResource(found: NodeJS.ProcessEnv): Promise<Resource> {
  if (!found['TEST_POSTGRES_URL']) return pgliteSeedResource();
  // Data in several cells are made by the stage that has the cells.
  if (process.env['TEST_CELLS']) return { env: {} };
  Object.assign(process.env, found);
  return { env: {}, release: await makePostgresTemplate() };
}

/** What stages run inherits where it is. */
export async function pgliteSeedResource(): Promise<Resource> {
  return { env: {}, release: await seedPglite() };
}
