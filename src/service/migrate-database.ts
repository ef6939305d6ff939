import type { ServiceConfig } from './configuration.ts';
import { openDatabases } from './bootstrap.ts';
import { prepareCells } from './platform/cells/prepare-cells.ts';
import { createLog, standardOutput } from './platform/log.ts';

/**
 * Brings the database up to date, without starting anything.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts it can put right
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
