import pg from 'pg';
import { PATIENCE_MS } from '../patience.ts';

/** A server on which tests may create databases. */
export interface PostgresServer {
  /** The address of a database on the server, as a user who may create others. */
  readonly url: string;
  /** A description of the server for the test output. */
  readonly description: string;
  stop(): Promise<void>;
}

/** How long to wait for a connection to an address that never answers. */
const SILENT_AFTER_MS = PATIENCE_MS / 20;

/** Runs `act` on a new connection and closes it. */
export async function onServer<T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = PATIENCE_MS,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
  });
  // Without an error listener a connection that breaks later would crash the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Returns whether the user may create databases; false too if the server does not answer or refuses the login. */
export async function canCreateDatabases(url: string): Promise<boolean> {
  try {
    const isAllowed = async (client: pg.Client) => {
      const { rows } = await client.query<{ allowed: boolean }>(
        'SELECT rolsuper OR rolcreatedb AS allowed FROM pg_roles WHERE rolname = current_user',
      );
      return rows[0]?.allowed ?? false;
    };
    return await onServer(url, isAllowed, SILENT_AFTER_MS);
  } catch {
    return false;
  }
}
