import type { ServiceConfig } from './configuration.ts';
import { openDatabase, prepareDatabase } from './bootstrap.ts';
import { createSchema } from './platform/database/migrate.ts';
import { withStartErrors } from './platform/database/unavailable.ts';
import { createLog, standardOutput } from './platform/log.ts';

/**
 * Migrates the database as the owner of its tables, without starting anything. Creates the schema of DATABASE_SCHEMA.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts the program can fix
 */
export async function migrateDatabase(config: ServiceConfig): Promise<string[]> {
  const log = createLog(config.logLevel, await standardOutput());
  const { databaseUrl, migrateDatabaseUrl = databaseUrl } = config;
  const database = await openDatabase({ ...config, databaseUrl: migrateDatabaseUrl }, log);
  try {
    const { databaseSchema } = config;
    if (databaseSchema !== undefined) {
      await withStartErrors(() => createSchema(database.db, databaseSchema));
    }
    return await prepareDatabase(config, database);
  } finally {
    await database.close();
  }
}
