import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { unprivileged } from '../../../../tests/support/database/postgres-programs.ts';
import { atExit } from './at-exit.ts';
import { SEARCH_PATH } from './programs.ts';

export interface Daemon {
  pid: number;
  /** Ends it with −9 and waits until it is gone. */
  kill(): Promise<void>;
}

interface DaemonOptions {
  command: string;
  args: readonly string[];
  /** Where it starts. */
  folder: string;
  /** What it prints is added to this file. */
  log: string;
}

/** A program in the background, as nobody who may do much; it goes with this process. */
export function startDaemon({ command, args, folder, log }: DaemonOptions): Daemon {
  const output = openSync(log, 'a', 0o644);
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: SEARCH_PATH, HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', output, output],
    // In a group of its own, or an interrupt from the terminal would end it before its users.
    detached: true,
    ...unprivileged(),
  });
  closeSync(output);
  child.once('error', () => undefined);
  atExit(() => child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    async kill() {
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const LINES_SHOWN = 20;

/** What a program printed last, for finding out why it does not do what it should. */
export function lastLines(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
