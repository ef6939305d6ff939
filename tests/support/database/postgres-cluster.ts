import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { canCreateDatabases, type PostgresServer } from './postgres-connection.ts';
import { findBinaries, unprivileged, type Identity } from './postgres-programs.ts';
import { freePort } from '../process/free-port.ts';
import { until } from '../until.ts';

/** Nothing in it is to survive, so it may be as fast as it can. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'fsync=off',
  'full_page_writes=off',
];

/** A server of our own, to which anything may be done. */
export interface PostgresCluster extends PostgresServer {
  /** Kills it as a crash does, and starts it again. */
  crash(): Promise<void>;
  /** Kills it as a crash does. */
  kill(): Promise<void>;
  /** Of the postmaster: another one after a crash. */
  pid(): number | undefined;
}

/** Where a server of ours has its data and is reached. */
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
 * A throwaway server from installed binaries, on a free port; undefined where none are installed.
 *
 * @param settings more of the server's, as `name=value`
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
      // Until the last process of the old one is gone, a new one ends by itself.
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

/** Another server, whose data a program of PostgreSQL makes: as pg_basebackup does of the one that it is to follow. */
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
    // In a group of its own, or an interrupt from the terminal would end it before its users.
    { cwd: folder, stdio: 'ignore', detached: true, ...identity },
  );
  // Should this process end without stopping it, the server goes down with it.
  const end = () => server.kill('SIGQUIT');
  process.once('exit', end);
  server.once('exit', () => process.off('exit', end));
  return server;
}

/** Whether it answers, where it has not ended. */
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
    // A fast shutdown: open transactions are rolled back, nobody is waited for.
    server.kill('SIGINT');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
