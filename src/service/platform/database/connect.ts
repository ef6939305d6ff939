import type { Database, DatabaseOptions } from './database.ts';
import { openPglite } from './pglite/open-pglite.ts';
import { openPostgres } from './postgres/open-postgres.ts';

/**
 * Connects to PostgreSQL if its address is set, otherwise to PGlite in `{dataDirectory}/pglite`. With both, int8
 * arrives as bigint and numeric as text, so that no amount ever passes through a double.
 *
 * @throws StartError if another process has the PGlite directory open, or it cannot be used
 */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openPglite(options)
    : openPostgres(options.databaseUrl, options);
}
