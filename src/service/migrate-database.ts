import type { ServiceConfig } from './configuration.ts';
import { openDatabase, prepareDatabase } from './bootstrap.ts';
import { createLog, standardOutput } from './platform/log.ts';

/**
 * Migrates the database, without starting anything.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts the program can fix
 */
export async function migrateDatabase(config: ServiceConfig): Promise<string[]> {
  const log = createLog(config.logLevel, await standardOutput());
  const database = await openDatabase(config, log);
  try {
    return await prepareDatabase(database);
  } finally {
    await database.close();
  }
}
