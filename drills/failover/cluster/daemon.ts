import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { unprivileged } from '../../../tests/support/database/postgres-programs.ts';
import { atExit } from './at-exit.ts';
import { SEARCH_PATH } from './programs.ts';

export interface Daemon {
  pid: number;
  /** Sends SIGKILL and waits until the process is gone. */
  kill(): Promise<void>;
}

interface DaemonOptions {
  command: string;
  args: readonly string[];
  /** The working directory. */
  folder: string;
  /** The file to which its output is appended. */
  log: string;
}

/** Starts a program in the background as an unprivileged user. It is killed when this process exits. */
export function startDaemon({ command, args, folder, log }: DaemonOptions): Daemon {
  const output = openSync(log, 'a', 0o644);
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: SEARCH_PATH, HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', output, output],
    // In a separate process group: an interrupt from the terminal would otherwise end it before the programs that use
    // it.
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

/** Returns the last lines that a program printed, for messages about its failure. */
export function lastLines(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
