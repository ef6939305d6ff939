import { spawnSync } from 'node:child_process';
import { foundOrInstalled } from './found-or-installed.ts';
import type { Resource } from './resource.ts';

/** Languages of the guides' examples; those in Node and curl need nothing more. */
export const phpResource = (): Promise<Resource> =>
  foundOrInstalled('PHP_PATH', () => onPath('php'), ['php-cli']);

export const pythonResource = (): Promise<Resource> =>
  foundOrInstalled('PYTHON_PATH', () => onPath('python3'), ['python3']);

const onPath = (program: string): string | undefined =>
  spawnSync(program, ['--version']).error === undefined ? program : undefined;
