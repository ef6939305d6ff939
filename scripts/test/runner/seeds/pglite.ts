import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGLITE_SEED } from '../../../../tests/support/database/seeds/service-data.ts';

/**
 * A database that opens writes to all of its buffers. With the default of 128 MB that takes twice as long, for 10 MB
 * of data.
 */
const SETTINGS = '\nshared_buffers = 16MB\n';

/** Drops the template databases: half of all files, which every copy would contain and nothing reads. */
async function dropTemplates(database: string): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create(database);
  await pglite.exec("update pg_database set datistemplate = false where datname like 'template%'");
  await pglite.exec('drop database template0');
  await pglite.exec('drop database template1');
  await pglite.close();
}

/**
 * Global setup of Vitest, of Playwright, and of all stages together: the processes that they start inherit the
 * variable. If the seed already exists, loads none of the service.
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
