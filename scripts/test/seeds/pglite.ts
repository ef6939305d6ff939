import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGLITE_SEED } from '../../../tests/support/database/seeds/service-data.ts';

/**
 * An opening database writes to all of its buffers: to the usual 128 MB in twice the time, for data
 * that come to ten.
 */
const SETTINGS = '\nshared_buffers = 16MB\n';

/** Half of all files, which every copy would have and nobody reads. */
async function dropTemplates(database: string): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create(database);
  await pglite.exec("update pg_database set datistemplate = false where datname like 'template%'");
  await pglite.exec('drop database template0');
  await pglite.exec('drop database template1');
  await pglite.close();
}

/**
 * Global setup of Vitest and of Playwright, and of all stages together: what they start inherits the variable. Where it was
 * made before, none of the service is loaded.
 */
export default async function seedPglite(): Promise<() => Promise<void>> {
  if (process.env[PGLITE_SEED] !== undefined) return () => Promise.resolve();
  const { makeSeed } = await import('./make-seed.ts');
  const directory = await makeSeed();
  const database = join(directory, 'pglite');
  await dropTemplates(database);
  await appendFile(join(database, 'postgresql.conf'), SETTINGS);
  process.env[PGLITE_SEED] = directory;
  return () => rm(directory, { recursive: true, force: true });
}
