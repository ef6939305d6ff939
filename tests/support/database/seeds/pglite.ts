import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGLITE_SEED } from './service-data.ts';

/**
 * An opening database writes to all of its buffers: to the usual 128 MB in twice the time, for data
 * that come to ten.
 */
const SETTINGS = '\nshared_buffers = 16MB\n';

/**
 * Global setup of Vitest and of Playwright, and of all stages together: what they start inherits the variable. Where it was
 * made before, none of the service is loaded.
 */
export default async function seedPglite(): Promise<() => Promise<void>> {
  if (process.env[PGLITE_SEED] !== undefined) return () => Promise.resolve();
  const { makeSeed } = await import('./make-seed.ts');
  const directory = await makeSeed();
  await appendFile(join(directory, 'pglite', 'postgresql.conf'), SETTINGS);
  process.env[PGLITE_SEED] = directory;
  return () => rm(directory, { recursive: true, force: true });
}
