/** PgBouncer in front of a server, from Debian's package. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { onServer } from './postgres-connection.ts';
import type { PoolMode } from './suite.ts';
import { until } from '../until.ts';

/**
 * In session mode each connection of a service needs a separate one; in transaction mode a few are enough for all.
 */
const POOL_SIZES: Record<PoolMode, number> = { session: 60, transaction: 4 };

export interface Pooler {
  /** The database's URL through the pooler, which also serves the server's other databases. */
  url: string;
  stop(): Promise<void>;
}

export function findPgBouncer(): string | undefined {
  const { PGBOUNCER_PATH: named } = process.env;
  const programs = named ? [named] : ['pgbouncer', '/usr/sbin/pgbouncer'];
  return programs.find((program) => spawnSync(program, ['--version']).status === 0);
}

/** Starts PgBouncer. @returns undefined if it is not installed */
export async function startPgBouncer(
  databaseUrl: string,
  mode: PoolMode,
): Promise<Pooler | undefined> {
  const program = findPgBouncer();
  if (program === undefined) return undefined;
  const { username, hostname, port: serverPort } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-pgbouncer-'));
  const port = await freePort();
  const configuration = `[databases]
* = user=${username} host=${hostname} port=${serverPort || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${POOL_SIZES[mode]}
max_client_conn = 1000
server_idle_timeout = 5
ignore_startup_parameters = extra_float_digits
`;
  await writeFile(join(folder, 'pgbouncer.ini'), configuration);
  // PgBouncer refuses to run as root, so another user must be able to read the folder.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...user, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  await until(
    () => answers(url.href),
    Boolean,
    () => 'PgBouncer does not answer',
  );
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(url: string): Promise<boolean> {
  return onServer(url, (client) => client.query('select')).then(
    () => true,
    () => false,
  );
}
