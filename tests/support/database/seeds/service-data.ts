/** The data of one service: a directory, and a database on the engine that TEST_ENGINE names. */
import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createScratchDatabase, type ScratchDatabase } from '../postgres.ts';
import { postgresServer } from '../suite.ts';
import { scratchFolder } from '../../scratch-folder.ts';

/** Variables that name the seeds made by the global setups: the data that a service's first start leaves behind. */
export const PGLITE_SEED = 'TEST_PGLITE_SEED';
export const POSTGRES_SEED = 'TEST_POSTGRES_SEED';
export const POSTGRES_TEMPLATE = 'TEST_POSTGRES_TEMPLATE';

export interface ServiceData {
  directory: string;
  /** Set on PostgreSQL only. */
  databaseUrl: string | undefined;
  /** The database's address past any pooler. Set on PostgreSQL only. */
  directUrl: string | undefined;
  remove(): Promise<void>;
}

/** Creates data as a service's first start leaves it, or with `seeded: false` an empty directory and database. */
export async function newServiceData({ seeded = true } = {}): Promise<ServiceData> {
  const scratch = await scratchDatabase(seeded ? process.env[POSTGRES_TEMPLATE] : undefined);
  const directory = await newDirectory(
    seeded ? process.env[scratch ? POSTGRES_SEED : PGLITE_SEED] : undefined,
  );
  return {
    directory,
    databaseUrl: scratch?.url,
    directUrl: scratch?.directUrl,
    remove: async () => {
      await scratch?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Copies the seed synchronously: copying a thousand small files asynchronously takes ten times as long. */
async function newDirectory(seed: string | undefined): Promise<string> {
  const directory = await scratchFolder();
  if (seed !== undefined) cpSync(seed, directory, { recursive: true });
  return directory;
}

async function scratchDatabase(template: string | undefined): Promise<ScratchDatabase | undefined> {
  if (process.env['TEST_ENGINE'] !== 'postgres') return undefined;
  return createScratchDatabase(postgresServer(), template);
}
