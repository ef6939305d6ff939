/** Runs the whole program as a separate process, as `npm start` does, for tests that stop and kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from '../documents.ts';
import { PATIENCE_MS } from '../patience.ts';
import { freePort } from './free-port.ts';
import { printedBy, untilPrinted } from './printed.ts';
import { suiteEnv } from '../database/suite.ts';

/** The program to run: under `npm test` the build (scripts/test/runner/stages.ts), otherwise the sources. */
const PROGRAM = join(PROJECT, process.env['TEST_PROGRAM'] ?? 'src/server.ts');

/** Where programs started by tests cache compiled modules: compiling is over half of a short program's time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/node'),
} as const;

/**
 * Node options for a short-lived program: PGlite's WebAssembly is compiled but not optimised. The optimising compiler
 * takes half a second of processor time, which pays off only in a program that lives longer than a few seconds.
 */
const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

const READY = /Tollgate is ready\./;

/** Environment of a program: on a busy machine a statement may take as long as a test waits. */
const PATIENT = { DATABASE_TIMEOUT_SECONDS: String(PATIENCE_MS / 1_000) } as const;

export interface ServerProcess {
  baseUrl: string;
  /** The operators' address, unless the environment set another. */
  operatorUrl: string;
  pid: number;
  /** Returns its output so far. */
  output(): string;
  /** Sends a signal and waits for the exit. @returns the exit code, or null if the signal ended it */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export type Start =
  | { ready: true; server: ServerProcess }
  | { ready: false; code: number | null; output: string };

interface StartOptions {
  args?: readonly string[];
  /** Another copy of the program. */
  program?: string;
  /** A command to run rather than Node and the program. */
  command?: string;
  /** The program lives for many tests, so optimising it pays off. */
  isLongLived?: boolean;
  /** The test, or the drill, is about requests with a slow database, so the default database timeout applies. */
  aboutDeadlines?: boolean;
}

/** Starts the program, on a free port unless one is given, and waits until it is ready or has exited. */
export async function startServer(
  env: Record<string, string>,
  {
    args = [],
    program = PROGRAM,
    command,
    isLongLived = false,
    aboutDeadlines = false,
  }: StartOptions = {},
): Promise<Start> {
  const port = env['PORT'] ?? String(await freePort());
  const node = [...(isLongLived ? [] : SHORT_LIVED), program];
  const first = command === undefined ? node : [];
  const child = spawn(command ?? process.execPath, [...first, ...args], {
    env: {
      ...inherited(),
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'debug',
      // No load balancer in front has to notice the stop first.
      STOP_GRACE_SECONDS: '0',
      ...(!aboutDeadlines && PATIENT),
      ...suiteEnv(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const output = printedBy(child);
  try {
    await untilPrinted(child, READY, output);
  } catch (error) {
    if (!hasEnded(child)) throw error;
    return { ready: false, code: child.exitCode, output: output() };
  }
  const stop = (signal: NodeJS.Signals) => stopped(child, signal);
  const baseUrl = `http://127.0.0.1:${port}`;
  const operatorUrl = `http://127.0.0.1:${Number(port) + 1}`;
  return { ready: true, server: { baseUrl, operatorUrl, pid: child.pid ?? 0, output, stop } };
}

/** Starts a program that must become ready. */
export async function startedServer(
  env: Record<string, string>,
  options: StartOptions = {},
): Promise<ServerProcess> {
  const start = await startServer(env, options);
  if (start.ready) return start.server;
  throw new Error(`The server ended with ${start.code ?? 'a signal'}: ${start.output}`);
}

/** Returns the few variables that the program inherits; the rest configure this process alone. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return { PATH, HOME, TMPDIR, TZ, ...COMPILE_CACHE };
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasEnded(child)) {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
