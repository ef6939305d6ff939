import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sandboxIn } from '../../tests/support/process/sandbox.ts';
import type { BenchRequest } from './requests.ts';
import { freePort } from '../../tests/support/process/free-port.ts';

export interface Server {
  port: number;
  pid: number;
  databaseUrl: string;
  stop(): Promise<void>;
}

export interface Tollgate extends Server {
  sandbox: SandboxFile;
  dataDirectory: string;
}

/** Long enough for several processes on a busy machine. */
const START_TIMEOUT_MS = 300_000;
const PROJECT = join(import.meta.dirname, '../..');

/**
 * Starts Tollgate as `npm start` does, with its log in a file: writing the log is part of the work.
 *
 * @param program another program with the same interface
 * @param env more settings
 */
export async function startTollgate(
  databaseUrl: string,
  program = 'build/service/server.js',
  env: Record<string, string> = {},
): Promise<Tollgate> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-bench-'));
  const server = await startServer(program, databaseUrl, {
    healthPath: '/api/health',
    env: { DATA_DIR: dataDirectory, ...env },
    logFile: join(dataDirectory, 'log'),
  });
  const sandbox = await sandboxIn(dataDirectory);
  return {
    ...server,
    sandbox,
    dataDirectory,
    async stop() {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Starts the floor, the least that could answer such requests: see floor.ts. */
export function startFloor(
  { databaseUrl, dataDirectory }: Tollgate,
  samples: [BenchRequest, BenchRequest, BenchRequest],
): Promise<Server> {
  return startServer('bench/floor.ts', databaseUrl, {
    healthPath: '/',
    env: { DATA_DIR: dataDirectory, SAMPLES: JSON.stringify(samples) },
  });
}

interface StartOptions {
  /** Answers 200 once the server is ready. */
  healthPath: string;
  env?: Record<string, string>;
  logFile?: string;
}

async function startServer(
  program: string,
  databaseUrl: string,
  { healthPath, env = {}, logFile }: StartOptions,
): Promise<Server> {
  const port = await freePort();
  const output = logFile === undefined ? ('ignore' as const) : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...profiling(program), program], {
    cwd: PROJECT,
    env: { ...process.env, ...env, DATABASE_URL: databaseUrl, PORT: String(port) },
    stdio: ['ignore', output, 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await untilAnswers(`http://127.0.0.1:${port}${healthPath}`, child);
  return { port, pid: child.pid ?? 0, databaseUrl, stop: () => stop(child) };
}

/** Returns Node's flags for profiling: BENCH_PROFILE=folder leaves a CPU profile of each server there. */
function profiling(program: string): string[] {
  const folder = process.env['BENCH_PROFILE'];
  if (!folder) return [];
  return ['--cpu-prof', `--cpu-prof-dir=${join(folder, program.replaceAll('/', '-'))}`];
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && performance.now() < deadlineMs) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
