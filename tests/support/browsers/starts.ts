import { spawnSync } from 'node:child_process';

/** A file of the right name can be a stub that only says how to install the program. */
export function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}
