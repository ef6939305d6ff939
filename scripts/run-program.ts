import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface Program {
  readonly command: readonly [program: string, ...args: string[]];
  /** Added to the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** A file that the output is written to instead of being shown. */
  readonly log?: string | undefined;
  /** Keeps the output instead of showing it. */
  readonly keepOutput?: boolean;
  readonly timeoutMs: number;
}

export interface Ending {
  /** Undefined when the program did not start, was stopped or took too long. */
  readonly code: number | undefined;
  /** The output that was kept, and the reason if there is no code. */
  readonly output: string;
}

/** Programs write to a pipe, so they must be told if a terminal is behind it. */
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

const running = new Set<ChildProcess>();

/**
 * Runs a program to its end, then kills everything that it has left running. Each program leads a separate process
 * group, so that its children can be killed with it. Interrupts from the terminal therefore do not reach it:
 * stopPrograms() passes signals on.
 */
export async function runProgram(program: Program): Promise<Ending> {
  const [command, ...args] = program.command;
  const log = program.log === undefined ? undefined : openSync(program.log, 'a');
  // A pipe instead of the terminal, where programs that run side by side would draw over each other.
  const child = spawn(command, args, {
    detached: true,
    env: { ...(log === undefined && COLOURS), ...process.env, ...program.env },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  });
  if (log !== undefined) closeSync(log);
  running.add(child);
  const chunks: string[] = [];
  const take = (chunk: Buffer) => {
    if (program.keepOutput) chunks.push(chunk.toString());
    else process.stdout.write(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', take);
  const timer = setTimeout(() => {
    chunks.push(`\n${command} took longer than ${program.timeoutMs / 1000} s, and was stopped`);
    signalGroup(child, 'SIGKILL');
  }, program.timeoutMs);
  const code = await exitCode(child, chunks);
  clearTimeout(timer);
  running.delete(child);
  return { code, output: chunks.join('') };
}

export function stopPrograms(signal: NodeJS.Signals): void {
  for (const child of running) signalGroup(child, signal);
}

/** Waits until the program has ended and everything that it has left running is killed. */
function exitCode(child: ChildProcess, chunks: string[]): Promise<number | undefined> {
  child.on('exit', () => signalGroup(child, 'SIGKILL'));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      chunks.push(error.message);
      resolve(undefined);
    });
    child.on('close', (code) => resolve(code ?? undefined));
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is already empty.
  }
}
