import type { ServiceConfig } from './configuration.ts';
import { openDatabase } from './foundation.ts';
import { migrate } from './platform/database/migrate.ts';
import { expectDatabase, explained } from './platform/database/postgres/start-failure.ts';
import { createLog } from './platform/log.ts';

/**
 * Brings the database up to date, without starting anything.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what whoever starts it can put right
 */
export async function migrateDatabase(config: ServiceConfig): Promise<string[]> {
  const database = await openDatabase(config, createLog(config.logLevel));
  try {
    if (database.engine === 'postgres') await expectDatabase(database.db);
    return await explained(() => migrate(database.longRunning));
  } finally {
    await database.close();
  }
}
