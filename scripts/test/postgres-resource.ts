import { findPostgres } from './find-postgres.ts';
import { newRunId } from '../../tests/support/database/postgres.ts';
import type { PostgresServer } from '../../tests/support/database/postgres-connection.ts';
import { dropScratchDatabases, keepInMemory } from './scratch-databases.ts';
import { installPackages } from './install-packages.ts';
import type { Resource } from './resource.ts';

const NONE =
  'no PostgreSQL here: nothing at TEST_DATABASE_URL or 127.0.0.1:5432 lets us in, and no server ' +
  'programs (initdb, postgres) are installed to make one from';

/** Finds a PostgreSQL server: an existing one, a temporary one, or one that CI installs. */
export async function postgresResource(): Promise<Resource> {
  const isDemanded = process.env['CI'] === 'true';
  try {
    const server = (await findPostgres()) ?? (isDemanded ? await installServer() : undefined);
    return server ? await onServer(server) : missing(NONE, isDemanded);
  } catch (error) {
    // A server was found but could not be used.
    return missing(error instanceof Error ? error.message : String(error), true);
  }
}

async function installServer(): Promise<PostgresServer | undefined> {
  await installPackages('postgresql');
  return findPostgres();
}

async function onServer(server: PostgresServer): Promise<Resource> {
  const runId = newRunId();
  console.log(`PostgreSQL: ${server.description}`);
  return {
    env: {
      TEST_POSTGRES_URL: server.url,
      TEST_RUN_ID: runId,
      ...(await keepInMemory(server.url, runId)),
    },
    release: async () => {
      try {
        await dropScratchDatabases(server.url, runId);
      } catch (error) {
        console.error('Scratch databases are left behind, for a later run to drop.', error);
      }
      await server.stop();
    },
  };
}

function missing(reason: string, isFailure: boolean): Resource {
  return {
    env: {},
    missing: { reason, isFailure },
  };
}
