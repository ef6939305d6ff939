/** The whole program in a process of its own, as `npm start` runs it: to be stopped and killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from '../documents.ts';
import { PATIENCE_MS } from '../patience.ts';
import { freePort } from './free-port.ts';
import { printedBy, untilPrinted } from './printed.ts';
import { suiteEnv } from '../database/suite.ts';

/**
 * Of `npm test` what it has built, as `npm start` runs it (scripts/test/stages.ts); of a test that is run by hand the sources,
 * which may be newer.
 */
const PROGRAM = join(PROJECT, process.env['TEST_PROGRAM'] ?? 'src/server.ts');

/**
 * For the environment of a program that a test starts: Node keeps there what it made of the modules,
 * by content. To read them anew takes more than half of what a short-lived program takes.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/node'),
} as const;

/**
 * For Node itself, of such a program: what PGlite runs is compiled once and not optimised. The optimising compiler takes half a
 * second of a processor, and is worth it to a program that lives longer than a few.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

const READY = /Tollgate is ready\./;

/** For the environment of a program: on a machine that is busy with other things, a statement may take as long as a test waits. */
const PATIENT = { DATABASE_TIMEOUT_SECONDS: String(PATIENCE_MS / 1_000) } as const;

export interface ServerProcess {
  baseUrl: string;
  /** Where operators are answered, unless the environment said otherwise. */
  operatorUrl: string;
  pid: number;
  /** All that it has written so far. */
  output(): string;
  /** Signals it and waits for its end. @returns its exit code; null when the signal ended it */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export type Start =
  | { ready: true; server: ServerProcess }
  | { ready: false; code: number | null; output: string };

interface StartOptions {
  args?: readonly string[];
  /** Another copy of the program; this one's is the default. */
  program?: string;
  /** In the place of Node and the program. */
  command?: string;
  /** It lives for many tests, and is worth optimising. */
  isLongLived?: boolean;
  /** The test, or the drill, is about what a request does whose database is slow. */
  aboutDeadlines?: boolean;
}

/** Starts the program, on a free port unless one is given, and waits until it is ready, or has ended. */
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
      // Nobody stands in front who would have to notice.
      STOP_GRACE_SECONDS: '0',
      ...(!aboutDeadlines && PATIENT),
      ...suiteEnv(env['DATABASE_URL']),
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

/** What configures this process is not for the one that is started. */
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
