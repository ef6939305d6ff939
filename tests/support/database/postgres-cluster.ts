import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { canCreateDatabases, type PostgresServer } from './postgres-connection.ts';
import { findBinaries, unprivileged, type Identity } from './postgres-programs.ts';
import { freePort } from '../process/free-port.ts';
import { until } from '../until.ts';

/** Settings that trade durability for speed: no data has to survive. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'fsync=off',
  'full_page_writes=off',
];

/** A throwaway server that a test may crash or kill. */
export interface PostgresCluster extends PostgresServer {
  /** Kills the server with SIGKILL and starts it again. */
  crash(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Returns the postmaster's process id, which changes with each restart. */
  pid(): number | undefined;
}

/** A throwaway server's programs, user, data folder and address. */
interface Place {
  binaries: string;
  identity: Identity;
  folder: string;
  port: number;
  url: string;
}

async function newPlace(binaries: string): Promise<Place> {
  const identity = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const port = await freePort();
  return {
    binaries,
    identity,
    folder,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
  };
}

/**
 * Starts a throwaway server from installed binaries on a free port. Returns undefined if none are installed.
 *
 * @param settings further server settings, as `name=value`
 */
export async function startCluster(
  settings: readonly string[] = [],
): Promise<PostgresCluster | undefined> {
  const binaries = findBinaries();
  if (!binaries) return undefined;
  const place = await newPlace(binaries);
  makeData(place, 'initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']);
  let server = await startedServer(place, settings);
  const kill = async () => {
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  return {
    url: place.url,
    description: `a throwaway cluster made with ${binaries}`,
    stop: () => stopCluster(server, place),
    async crash() {
      await kill();
      // A new server exits at once while any process of the old one is still alive, so this retries.
      await until(
        () => {
          server = spawnServer(place, settings);
          return isReady(place, server);
        },
        Boolean,
        () => 'PostgreSQL did not start again',
      );
    },
    kill,
    pid: () => server.pid,
  };
}

/** Starts a server on data made by a PostgreSQL program, such as pg_basebackup for a standby. */
export async function startFrom(program: string, options: string[]) {
  const place = await newPlace(findBinaries() ?? '');
  makeData(place, program, options);
  const server = await startedServer(place);
  return { url: place.url, stop: () => stopCluster(server, place) };
}

function makeData({ binaries, folder, identity }: Place, program: string, options: string[]): void {
  const { status, stderr } = spawnSync(
    join(binaries, program),
    ['-D', join(folder, 'data'), ...options],
    { cwd: folder, ...identity },
  );
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`${program} failed: ${stderr.toString()}`);
}

async function startedServer(place: Place, settings?: readonly string[]): Promise<ChildProcess> {
  const server = spawnServer(place, settings);
  if (await isReady(place, server)) return server;
  await stopCluster(server, place);
  throw new Error(`A PostgreSQL made from ${place.binaries} did not start`);
}

function spawnServer(
  { binaries, folder, port, identity }: Place,
  settings: readonly string[] = [],
): ChildProcess {
  const options = ['-D', join(folder, 'data'), '-p', String(port)];
  const server = spawn(
    join(binaries, 'postgres'),
    [...options, ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])],
    // Detached into its own process group, or Ctrl-C in the terminal would end it before the processes that use it.
    { cwd: folder, stdio: 'ignore', detached: true, ...identity },
  );
  // Stops the server if this process ends without doing so.
  const end = () => server.kill('SIGQUIT');
  process.once('exit', end);
  server.once('exit', () => process.off('exit', end));
  return server;
}

/** Waits until the server answers or exits. @returns false if it exited */
async function isReady({ url }: Place, server: ChildProcess): Promise<boolean> {
  await until(
    async () => server.exitCode !== null || canCreateDatabases(url),
    Boolean,
    () => 'PostgreSQL does not answer',
  );
  return server.exitCode === null;
}

async function stopCluster(server: ChildProcess, { folder }: Place): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit');
    // SIGINT is a fast shutdown: open transactions are rolled back and no client is waited for.
    server.kill('SIGINT');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
