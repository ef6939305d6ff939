/**
 * The suite behind a pooler: with TEST_POOLER=session or TEST_POOLER=transaction, services reach the
 * tests' server through a PgBouncer. Databases are made and dropped past it.
 */
import { startPgBouncer, type PoolMode } from './pgbouncer.ts';

const MODE = 'TEST_POOLER';
const POOLED_URL = 'TEST_POOLED_URL';

/** Undefined where services connect to the server itself. */
function poolMode(): PoolMode | undefined {
  const mode = process.env[MODE];
  if (!mode) return undefined;
  if (mode === 'session' || mode === 'transaction') return mode;
  throw new Error(`${MODE} is session or transaction`);
}

/** What a service's environment has to say of the pooler. */
export function poolerEnv(): Record<string, string> {
  return poolMode() === 'transaction' ? { DATABASE_PREPARED_STATEMENTS: 'false' } : {};
}

/** Global setup: from now on databases of the server are reached through the pooler. */
export async function poolSuite(serverUrl: string): Promise<() => Promise<void>> {
  const mode = poolMode();
  if (mode === undefined) return () => Promise.resolve();
  const pooler = await startPgBouncer(serverUrl, mode);
  if (pooler === undefined) throw new Error(`${MODE} is set, and PgBouncer is not installed`);
  process.env[POOLED_URL] = pooler.url;
  process.stdout.write(`Behind PgBouncer, by ${mode}\n`);
  return pooler.stop;
}

/** Where databases of a server are reached. Servers of a test's own have no pooler. */
export function beforeServer(serverUrl: string): string {
  const pooled = process.env[POOLED_URL];
  return pooled !== undefined && serverUrl === process.env['TEST_POSTGRES_URL']
    ? pooled
    : serverUrl;
}
