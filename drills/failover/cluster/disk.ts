import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { unprivileged } from '../../../tests/support/database/postgres-programs.ts';
import { atExit } from './at-exit.ts';

/** Enough for a drill's database and its log, and small enough to be filled quickly. */
const SIZE_MB = 2_048;

export interface Disk {
  folder: string;
  /** False if the folder is on a larger disk, which must not be filled. */
  canBeFilled: boolean;
  /** Fills the disk. @returns a function that frees the space again */
  fill(): () => void;
  remove(): void;
}

/** Creates a tmpfs of limited size if we may mount one, else a plain folder. */
export function makeDisk(folder: string): Disk {
  mkdirSync(folder, { mode: 0o755 });
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder];
  const isMounted = spawnSync('mount', options).status === 0;
  const identity = unprivileged();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const remove = () => {
    if (isMounted) spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  atExit(remove);
  return {
    folder,
    canBeFilled: isMounted,
    fill() {
      if (!isMounted) throw new Error('Only a disk of a size can be filled');
      const ballast = join(folder, 'ballast');
      const { bavail, bsize } = statfsSync(folder);
      spawnSync('fallocate', ['-l', String(bavail * bsize), ballast]);
      return () => {
        rmSync(ballast, { force: true });
      };
    },
    remove,
  };
}
