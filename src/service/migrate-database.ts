import type { ServiceConfig } from './configuration.ts';
import { openDatabases } from './bootstrap.ts';
import { prepareCells } from './platform/cells/prepare-cells.ts';
import { createLog, standardOutput } from './platform/log.ts';

/**
 * Migrates the database, without starting anything.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts the program can fix
 */
export async function migrateDatabase(config: ServiceConfig): Promise<string[]> {
  const log = createLog(config.logLevel, await standardOutput());
  const { databases, close } = await openDatabases(config, log);
  try {
    return await prepareCells(databases);
  } finally {
    await close();
  }
}
