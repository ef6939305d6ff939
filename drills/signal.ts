import { readFileSync } from 'node:fs';

/** Stops processes with SIGSTOP. @returns a function that resumes them */
export function stall(pids: readonly (number | undefined)[]): () => void {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT');
  };
}

/**
 * Returns the process ids of a PostgreSQL server. The postmaster is first, so that it is stopped before it can start
 * others.
 */
export function withChildren(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Sends a signal. Ignores a process that has already ended. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
