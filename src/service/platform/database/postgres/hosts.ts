import pg from 'pg';
import { NotPrimaryError } from '../unavailable.ts';
import { beginSession, type BegunSession, type SessionSettings } from './session.ts';

const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^#]*)$/;
const SESSION_ATTRIBUTE = 'target_session_attrs';
/** Values of libpq. With each of them, the server that takes writes is used. */
const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(['any', 'primary', 'read-write']);
const MOST_HOSTS = 8;

/**
 * Reads the addresses in a DATABASE_URL: one, or several separated by commas, as in libpq
 * (`postgres://user@one:5432,two:5432/database`). One of them takes writes at a time.
 *
 * @returns undefined if it is no such URL, or asks for a server that takes no writes
 */
export function readHosts(databaseUrl: string): string[] | undefined {
  const [, start, authority, rest = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  if (start === undefined || authority === undefined) return undefined;
  const hosts = authority.split(',');
  // A single host may be missing, or be a parameter: a socket of this machine.
  if (hosts.length > 1 && hosts.includes('')) return undefined;
  const addresses = hosts.flatMap((host) => withoutSessionAttribute(start + host + rest) ?? []);
  return addresses.length === hosts.length && hosts.length <= MOST_HOSTS ? addresses : undefined;
}

function withoutSessionAttribute(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const wanted = url.searchParams.get(SESSION_ATTRIBUTE);
  if (wanted !== null && !ALLOWED_ATTRIBUTES.has(wanted)) return undefined;
  if (wanted === null) return text;
  url.searchParams.delete(SESSION_ATTRIBUTE);
  return url.href;
}

/** Which of a database's addresses is used now; shared by all pools of a process. */
export interface Hosts {
  count: number;
  current(): string;
  /**
   * Reports that an address does not take writes, or does not answer: all pools move to the next, unless they have
   * already.
   */
  leave(address: string): void;
}

export function createHosts(addresses: readonly string[]): Hosts {
  let index = 0;
  const current = () => addresses[index] ?? '';
  return {
    count: addresses.length,
    current,
    leave(address) {
      if (address === current()) index = (index + 1) % addresses.length;
    },
  };
}

/** The clients of a pool whose database may have several addresses. */
export interface AddressedClients {
  /** The class of the pool's clients. */
  Client: typeof pg.Client;
  /** How many addresses there are. */
  count: number;
  /** The address that the next client connects to. */
  current(): string;
  /** Whether a client is connected to that address. */
  isCurrent(client: pg.ClientBase): boolean;
  /** Reports that an address does not answer or takes no writes: its clients are no longer current. */
  leave(from: pg.ClientBase | string): void;
  /**
   * Applies settings to the session of a new client and checks that the server takes writes, in what is left of the
   * time to connect.
   *
   * @throws NotPrimaryError if the server takes no writes and there are others
   */
  begin(client: pg.ClientBase, settings: SessionSettings): Promise<BegunSession>;
}

/**
 * Creates clients that connect to the address in use at that time. Each has its share of the time: all addresses can be
 * tried within it.
 */
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
      // The role's own time limit must not end the statement that replaces the other settings.
      const limit = settings['statement_timeout'] ?? '0';
      await client.query(timed(`set statement_timeout = '${limit}'`, query_timeout));
      const begin = timed(beginSession(settings), query_timeout);
      const { rows } = await client.query<BegunSession>(begin);
      const [session] = rows;
      // A single server is used even if it is read-only; the readiness check reports that.
      if (session === undefined || (session.standby && hosts.count > 1)) {
        throw new NotPrimaryError('The server takes no writes');
      }
      return session;
    },
  };
}

function timed(text: string, query_timeout: number) {
  return { text, query_timeout };
}
