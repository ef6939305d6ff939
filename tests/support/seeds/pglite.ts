import { rm } from 'node:fs/promises';
import { makeSeed } from './make-seed.ts';
import { PGLITE_SEED } from './service-data.ts';

/** Global setup of Vitest and of Playwright: what they start inherits the variable. */
export default async function seedPglite(): Promise<() => Promise<void>> {
  const directory = await makeSeed();
  process.env[PGLITE_SEED] = directory;
  return () => rm(directory, { recursive: true, force: true });
}
