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
  /** @throws NotPrimaryError for a server that takes no writes */
  expectPrimary(client: pg.ClientBase): Promise<void>;
}

/** Each client goes to the address that is used when it is made, and has its part of the time for that. */
export function addressedClients(hosts: Hosts, connectTimeoutMs: number): AddressedClients {
  const addresses = new WeakMap<pg.ClientBase, string>();
  const connectionTimeoutMillis = Math.floor(connectTimeoutMs / hosts.count);
  class AddressedClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      const connectionString = hosts.current();
      super({ ...options, connectionString, connectionTimeoutMillis });
      addresses.set(this, connectionString);
    }
  }
  return {
    Client: AddressedClient,
    count: hosts.count,
    current: () => hosts.current(),
    isCurrent: (client) => addresses.get(client) === hosts.current(),
    leave(from) {
      hosts.leave(typeof from === 'string' ? from : (addresses.get(from) ?? ''));
    },
    async expectPrimary(client) {
      // One alone is all there is, read-only or not: readiness says so.
      if (hosts.count === 1) return;
      const text = 'select pg_is_in_recovery() as standby';
      const timed = { text, query_timeout: connectionTimeoutMillis };
      const { rows } = await client.query<{ standby: boolean }>(timed);
      if (rows[0]?.standby !== false) throw new NotPrimaryError('The server takes no writes');
    },
  };
}
