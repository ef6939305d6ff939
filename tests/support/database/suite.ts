/**
 * The environment that the suite runs in. With TEST_CELLS=16 there are 16 cells and the sandbox's merchants live in one
 * other than cell 0; with TEST_CELL_ADDRESSES=url,url,… the cells are spread over those servers in turn. With
 * TEST_POOLER=session or TEST_POOLER=transaction services reach the tests' server through a PgBouncer; databases are
 * created and dropped past it.
 */
import { readHosts } from '#service/platform/database/postgres/hosts.ts';

/** Returns the environment variables that tell a service about the pooler and the cells. */
export function suiteEnv(databaseUrl: string | undefined): Record<string, string> {
  return {
    ...(sharesSessions && { DATABASE_PREPARED_STATEMENTS: 'false' }),
    ...cellsEnv(databaseUrl),
  };
}

/** The cell of the sandbox's merchants. With three servers it is on the third. */
const HOME = 5;

/** Returns the number of cells from TEST_CELLS; always 1 on PGlite. */
export function cellCount(): number {
  const text = process.env['TEST_CELLS'];
  if (!text || process.env['TEST_ENGINE'] === 'pglite') return 1;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error('TEST_CELLS is a number of cells');
  return count;
}

/** Returns the cell of the sandbox's merchants: the last one if there are fewer than six. */
export function homeCell(): number {
  return Math.min(HOME, cellCount() - 1);
}

/** Returns the environment variables that tell a service about its cells. */
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

/** Returns the address of a cell's database: on each other server it has the same name as on the suite's. */
function addressOf(cell: number, databaseUrl: string): string | undefined {
  const servers = cellServers();
  const server = servers[cell % servers.length];
  const here = readHosts(databaseUrl)?.find(isSuiteServer);
  if (server === undefined || isSuiteServer(server) || here === undefined) return undefined;
  const { pathname, search } = new URL(here);
  return new URL(pathname + search, server).href;
}

/** Returns the other servers that need a database created on this one. */
export function otherServers(serverUrl: string): string[] {
  return isSuiteServer(serverUrl) ? cellServers().filter((server) => !isSuiteServer(server)) : [];
}

/** Returns the servers over which the cells are spread in turn; empty if all cells are on one. */
export function cellServers(): string[] {
  if (cellCount() === 1) return [];
  return (process.env['TEST_CELL_ADDRESSES'] ?? '').split(',').filter(Boolean);
}

function isSuiteServer(url: string): boolean {
  const suite = suiteServer();
  return suite !== undefined && new URL(url).host === new URL(suite).host;
}

/** Returns TEST_POSTGRES_URL, or undefined if it is unset or empty. */
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

/** Returns the pooler's mode, or undefined if services connect to the server itself. */
export function poolMode(): PoolMode | undefined {
  const mode = process.env['TEST_POOLER'];
  if (!mode) return undefined;
  if (mode === 'session' || mode === 'transaction') return mode;
  throw new Error('TEST_POOLER is session or transaction');
}

/** Whether a transaction-mode pooler shares sessions between clients. There is only one cell behind such a pooler. */
export const sharesSessions = poolMode() === 'transaction';

/** Returns the pooler's address for the suite's server, if there is one. A test's own server has no pooler. */
export function beforeServer(serverUrl: string): string {
  const pooled = process.env[POOLED_URL];
  return pooled !== undefined && serverUrl === suiteServer() ? pooled : serverUrl;
}
