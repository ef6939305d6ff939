/**
 * In what surroundings the suite is run. With TEST_CELLS=16 the sandbox's merchants live in one of 15 cells beside cell 0, and with
 * TEST_CELL_ADDRESSES=url,url,… the cells are by turns on those servers. With TEST_POOLER=session or TEST_POOLER=transaction
 * services reach the tests' server through a PgBouncer; databases are made and dropped past it.
 */
import { readHosts } from '#service/platform/database/postgres/hosts.ts';

/** What a service's environment has to say of both, beside its database. */
export function suiteEnv(databaseUrl: string | undefined): Record<string, string> {
  return {
    ...(sharesSessions && { DATABASE_PREPARED_STATEMENTS: 'false' }),
    ...cellsEnv(databaseUrl),
  };
}

/** Where the sandbox's merchants are made: with three servers, on neither of the first two. */
const HOME = 5;

/** One on PGlite, whatever is set. */
export function cellCount(): number {
  const text = process.env['TEST_CELLS'];
  if (!text || process.env['TEST_ENGINE'] === 'pglite') return 1;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error('TEST_CELLS is a number of cells');
  return count;
}

/** The cell of the sandbox's merchants. */
export function homeCell(): number {
  return Math.min(HOME, cellCount() - 1);
}

/** What a service's environment has to say of its cells. */
export function cellsEnv(databaseUrl: string | undefined): Record<string, string> {
  const count = cellCount();
  if (databaseUrl === undefined || count === 1) return {};
  const addresses = Array.from({ length: count - 1 }, (_, index) => {
    const address = addressOf(index + 1, databaseUrl);
    return address === undefined ? [] : [`${index + 1}=${address}`];
  }).flat();
  return {
    CELLS: String(count),
    ...(addresses.length > 0 && { CELL_ADDRESSES: addresses.join(',') }),
  };
}

/** Of a database on the suite's server there is one of its name on each other. */
function addressOf(cell: number, databaseUrl: string): string | undefined {
  const servers = cellServers();
  const server = servers[cell % servers.length];
  const here = readHosts(databaseUrl)?.find(isSuiteServer);
  if (server === undefined || isSuiteServer(server) || here === undefined) return undefined;
  const { pathname, search } = new URL(here);
  return new URL(pathname + search, server).href;
}

/** Where else a database of that server is needed. */
export function otherServers(serverUrl: string): string[] {
  return isSuiteServer(serverUrl) ? cellServers().filter((server) => !isSuiteServer(server)) : [];
}

/** By turns; none where all cells are at one address. */
export function cellServers(): string[] {
  if (cellCount() === 1) return [];
  return (process.env['TEST_CELL_ADDRESSES'] ?? '').split(',').filter(Boolean);
}

function isSuiteServer(url: string): boolean {
  const suite = suiteServer();
  return suite !== undefined && new URL(url).host === new URL(suite).host;
}

/** The server that the tests were given; undefined where the variable is not set, or empty. */
export function suiteServer(): string | undefined {
  const { TEST_POSTGRES_URL: url } = process.env;
  return url === '' ? undefined : url;
}

export function postgresServer(): string {
  const url = suiteServer();
  if (url === undefined) throw new Error('TEST_ENGINE=postgres needs TEST_POSTGRES_URL');
  return url;
}

export type PoolMode = 'session' | 'transaction';

export const POOLED_URL = 'TEST_POOLED_URL';

/** Undefined where services connect to the server itself. */
export function poolMode(): PoolMode | undefined {
  const mode = process.env['TEST_POOLER'];
  if (!mode) return undefined;
  if (mode === 'session' || mode === 'transaction') return mode;
  throw new Error('TEST_POOLER is session or transaction');
}

/** Behind a pooler by transaction there is one cell. */
export const sharesSessions = poolMode() === 'transaction';

/** Where databases of a server are reached. Servers of a test's own have no pooler. */
export function beforeServer(serverUrl: string): string {
  const pooled = process.env[POOLED_URL];
  return pooled !== undefined && serverUrl === suiteServer() ? pooled : serverUrl;
}
