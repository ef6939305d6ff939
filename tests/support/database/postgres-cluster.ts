import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { canCreateDatabases, onServer, type PostgresServer } from './postgres-connection.ts';
import { findBinaries, unprivileged, type Identity } from './postgres-programs.ts';
import { freePort } from '../process/free-port.ts';
import { PATIENCE_MS } from '../patience.ts';

const POLL_INTERVAL_MS = 100;

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
  /** Another server that follows this one, and takes no writes before it is promoted. */
  startStandby(): Promise<PostgresStandby>;
  /** Stops all of its processes where they are. @returns what lets them go on */
  stall(): () => void;
}

export interface PostgresStandby {
  readonly url: string;
  /** From then on it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
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
  const identity = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
  if (identity) chownSync(folder, identity.uid, identity.gid);
  initialise(binaries, folder, identity);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = () => spawnServer(binaries, { folder, port, identity, settings });
  let server = start();
  // Should this process end without stopping it, the server goes down with it.
  process.once('exit', () => server.kill('SIGQUIT'));
  const stop = () => stopCluster(server, folder);
  if (!(await isReady(url, server))) {
    await stop();
    throw new Error(`A PostgreSQL made from ${binaries} did not start`);
  }
  return {
    url,
    description: `a throwaway cluster made with ${binaries}`,
    stop,
    async crash() {
      await kill(server);
      // Until the last process of the old one is gone, a new one ends by itself.
      const deadlineMs = performance.now() + PATIENCE_MS;
      do server = start();
      while (!(await isReady(url, server)) && performance.now() < deadlineMs);
    },
    kill: () => kill(server),
    startStandby: () => startStandby(binaries, port, identity),
    stall() {
      const pids = processesOf(server);
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
  };
}

async function kill(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

async function startStandby(
  binaries: string,
  primaryPort: number,
  identity: Identity,
): Promise<PostgresStandby> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-standby-'));
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const primary = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres'];
  const options = [...primary, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast'];
  const command = join(binaries, 'pg_basebackup');
  const { status, stderr } = spawnSync(command, options, { cwd: folder, ...identity });
  if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr.toString()}`);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const server = spawnServer(binaries, { folder, port, identity });
  process.once('exit', () => server.kill('SIGQUIT'));
  if (!(await isReady(url, server))) throw new Error('The standby did not start');
  return {
    url,
    promote: () =>
      onServer(url, async (client) => {
        await client.query('select pg_promote()');
      }),
    stop: () => stopCluster(server, folder),
  };
}

function spawnServer(
  binaries: string,
  {
    folder,
    port,
    identity,
    settings = [],
  }: { folder: string; port: number; identity: Identity; settings?: readonly string[] },
): ChildProcess {
  const options = ['-D', join(folder, 'data'), '-p', String(port)];
  return spawn(
    join(binaries, 'postgres'),
    [...options, ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])],
    // In a group of its own, or an interrupt from the terminal would end it before its users.
    { cwd: folder, stdio: 'ignore', detached: true, ...identity },
  );
}

/** The postmaster first, so that it starts no more of them meanwhile. */
function processesOf({ pid }: ChildProcess): number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** It may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function initialise(binaries: string, folder: string, identity: Identity): void {
  const { status, stderr } = spawnSync(
    join(binaries, 'initdb'),
    [
      '-D',
      join(folder, 'data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '-N',
    ],
    { cwd: folder, ...identity },
  );
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`initdb failed: ${stderr.toString()}`);
}

async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (server.exitCode === null && performance.now() < deadlineMs) {
    if (await canCreateDatabases(url)) return true;
    await sleep(POLL_INTERVAL_MS);
  }
  return false;
}

async function stopCluster(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit');
    // A fast shutdown: open transactions are rolled back, nobody is waited for.
    server.kill('SIGINT');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
