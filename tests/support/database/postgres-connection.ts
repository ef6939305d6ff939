import pg from 'pg';
import { PATIENCE_MS } from '../patience.ts';

/** A server that tests may make databases on. */
export interface PostgresServer {
  /** Address of a database on it, with the right to create others. */
  readonly url: string;
  /** What it is, for the person who reads the output. */
  readonly description: string;
  stop(): Promise<void>;
}

/** At an address where nobody says a word. */
const SILENT_AFTER_MS = PATIENCE_MS / 20;

/** Runs statements on a connection of their own. */
export async function onServer<T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = PATIENCE_MS,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
  });
  // Without a listener a connection that breaks later would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** False as well where nobody answers, or the server does not let us in. */
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
