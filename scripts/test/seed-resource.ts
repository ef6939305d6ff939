import seedPglite from '../../tests/support/database/seeds/pglite.ts';
import { makePostgresTemplate } from '../../tests/support/database/seeds/postgres.ts';
import type { Resource } from './resource.ts';

/** A first start on the embedded engine, which several stages copy: what they run inherits where it is. */
export async function seedResource(): Promise<Resource> {
  return { env: {}, release: await seedPglite() };
}

/** The same on the PostgreSQL that was found. One with several cells is for the stage that has them. */
export async function postgresSeedResource(found: NodeJS.ProcessEnv): Promise<Resource> {
  if (!found['TEST_POSTGRES_URL'] || process.env['TEST_CELLS']) return { env: {} };
  Object.assign(process.env, found);
  return { env: {}, release: await makePostgresTemplate() };
}
