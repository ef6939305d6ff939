import { newRunId } from '../../../tests/support/database/postgres.ts';
import { findPostgres } from './find-postgres.ts';
import { installPackages, isCi, missing, type Resource } from './resource.ts';
import { dropScratchDatabases, keepInMemory } from './scratch-databases.ts';

const NONE =
  'no PostgreSQL here: nothing at TEST_DATABASE_URL or 127.0.0.1:5432 lets us in, and no server ' +
  'programs (initdb, postgres) are installed to make one from';

/** Finds a PostgreSQL server: an existing one, a temporary one, or one that CI installs. */
export async function postgresResource(): Promise<Resource> {
  let server = await findPostgres();
  if (server === undefined && isCi) {
    await installPackages('postgresql');
    server = await findPostgres();
  }
  if (server === undefined) return missing(NONE, isCi);
  const { url, description } = server;
  const runId = newRunId();
  console.log(`PostgreSQL: ${description}`);
  return {
    env: { TEST_POSTGRES_URL: url, TEST_RUN_ID: runId, ...(await keepInMemory(url, runId)) },
    release: async () => {
      try {
        await dropScratchDatabases(url, runId);
      } catch (error) {
        console.error('Scratch databases are left behind, for a later run to drop.', error);
      }
      await server.stop();
    },
  };
}
