/**
 * The environment that the suite runs in. With TEST_POOLER=session or TEST_POOLER=transaction services reach the tests'
 * server through a PgBouncer; databases are created and dropped past it.
 */

/** Returns the environment variables that tell a service about the pooler. */
export function suiteEnv(): Record<string, string> {
  return sharesSessions ? { DATABASE_PREPARED_STATEMENTS: 'false' } : {};
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

/** Whether a transaction-mode pooler shares sessions between clients. */
export const sharesSessions = poolMode() === 'transaction';

/** Returns the pooler's address for the suite's server, if there is one. A test's own server has no pooler. */
export function beforeServer(serverUrl: string): string {
  const pooled = process.env[POOLED_URL];
  return pooled !== undefined && serverUrl === suiteServer() ? pooled : serverUrl;
}
