import pg from 'pg';
import type { Hosts } from './hosts.ts';
import { NotPrimaryError } from '../unavailable.ts';

/** The clients of a pool whose database may have several addresses. */
export interface AddressedClients {
  /** What the pool makes its clients with. */
  Client: typeof pg.Client;
  /** How many addresses there are. */
  count: number;
  /** Where the next client will lead. */
  current(): string;
  /** Whether a client leads where the next one will. */
  isCurrent(client: pg.ClientBase): boolean;
  /** An address does not answer or takes no writes: its clients are no longer current. */
  leave(from: pg.ClientBase | string): void;
  /**
   * Gives the session of a new client these settings, in what is left of the time to connect.
   *
   * @throws NotPrimaryError for a server that takes no writes, where there are others
   */
  begin(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<void>;
}

/** Each client goes to the address that is used when it is made, and has its part of the time for that. */
export function addressedClients(hosts: Hosts, connectTimeoutMs: number): AddressedClients {
  const made = new WeakMap<pg.ClientBase, { address: string; atMs: number }>();
  const connectionTimeoutMillis = Math.floor(connectTimeoutMs / hosts.count);
  class AddressedClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      const connectionString = hosts.current();
      super({ ...options, connectionString, connectionTimeoutMillis });
      made.set(this, { address: connectionString, atMs: performance.now() });
    }
  }
  return {
    Client: AddressedClient,
    count: hosts.count,
    current: () => hosts.current(),
    isCurrent: (client) => made.get(client)?.address === hosts.current(),
    leave(from) {
      hosts.leave(typeof from === 'string' ? from : (made.get(from)?.address ?? ''));
    },
    async begin(client, settings) {
      const elapsedMs = performance.now() - (made.get(client)?.atMs ?? 0);
      const query_timeout = Math.max(1, connectionTimeoutMillis - elapsedMs);
      const set = Object.entries(settings).map(
        ([name, value]) => `set_config('${name}', '${value}', false)`,
      );
      const timed = {
        text: `select ${[...set, 'pg_is_in_recovery() as standby'].join(', ')}`,
        query_timeout,
      };
      const { rows } = await client.query<{ standby: boolean }>(timed);
      // One alone is all there is, read-only or not: readiness says so.
      const isStandby = rows[0]?.standby !== false;
      if (isStandby && hosts.count > 1) throw new NotPrimaryError('The server takes no writes');
    },
  };
}
