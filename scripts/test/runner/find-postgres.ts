import { userInfo } from 'node:os';
import { startCluster } from '../../../tests/support/database/postgres-cluster.ts';
import {
  canCreateDatabases,
  type PostgresServer,
} from '../../../tests/support/database/postgres-connection.ts';

/**
 * Finds the server at TEST_DATABASE_URL, else the one on this machine's standard port, else starts a cluster from
 * installed programs. Returns undefined if there is none of these. Throws if the server that TEST_DATABASE_URL names
 * cannot be used, because it was asked for.
 */
export async function findPostgres(): Promise<PostgresServer | undefined> {
  const named = process.env['TEST_DATABASE_URL'];
  if (named) {
    if (await canCreateDatabases(named))
      return running(named, 'the server that TEST_DATABASE_URL names');
    throw new Error('TEST_DATABASE_URL: no connection, or no right to create databases');
  }
  for (const user of new Set([process.env['PGUSER'], 'postgres', userInfo().username])) {
    if (!user) continue;
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`;
    if (await canCreateDatabases(url))
      return running(url, `the server at 127.0.0.1:5432, as ${user}`);
  }
  return startCluster();
}

/** Describes a server that was running before, and keeps running after the tests. */
function running(url: string, description: string): PostgresServer {
  return { url, description, stop: () => Promise.resolve() };
}
