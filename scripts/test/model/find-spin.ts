import { spawnSync } from 'node:child_process';

export const SPIN_PACKAGES = ['spin', 'gcc', 'libc6-dev'] as const;

/** Returns the name of Spin's program if it and a C compiler are installed. */
export function findSpin(): string | undefined {
  const starts = (program: string, version: string) => spawnSync(program, [version]).status === 0;
  return starts('spin', '-V') && starts('gcc', '--version') ? 'spin' : undefined;
}
