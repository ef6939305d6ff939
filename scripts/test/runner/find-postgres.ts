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
  const users = new Set([process.env['PGUSER'], 'postgres', userInfo().username].filter(Boolean));
  const urls = [...users].map(
    (user) => `postgres://${encodeURIComponent(`${user}`)}@127.0.0.1:5432/postgres`,
  );
  for (const url of named ? [named] : urls) {
    if (!(await canCreateDatabases(url))) continue;
    const { host, username } = new URL(url);
    return {
      url,
      description: `the server at ${host}, as ${username}`,
      stop: () => Promise.resolve(),
    };
  }
  if (named) throw new Error('TEST_DATABASE_URL: no connection, or no right to create databases');
  return startCluster();
}
