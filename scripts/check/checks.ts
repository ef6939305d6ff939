import { join } from 'node:path';

export interface Check {
  /** What it holds, as shown in the summary. */
  readonly name: string;
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Arguments that have it leave out what it has seen before, by content. */
  readonly cached?: readonly string[];
}

/** Goes with a new installation, and so with every new version of a tool. */
const CACHE = 'node_modules/.cache';

function inCache(name: string): string {
  return join(CACHE, name);
}

/** Writes the types that the page's routes imply; every check that reads types needs them. */
export const GENERATE_TYPES: Check = {
  name: 'generated types',
  command: ['svelte-kit', 'sync'],
};

/** Slowest first, so that two at a time end together. */
export const CHECKS: readonly Check[] = [
  {
    // Of every file of the project, its components as well: tsc would say of the others what this says. By one checker: four, as
    // is usual, each work out for themselves most of the types.
    name: 'types',
    command: [
      'svelte-check',
      '--tsgo',
      '--tsconfig',
      './tsconfig.types.json',
      '--fail-on-warnings',
    ],
  },
  {
    name: 'lint of components',
    command: ['eslint', 'src/**/*.svelte', 'src/domain', '--max-warnings=0'],
    cached: ['--cache', '--cache-strategy=content', `--cache-location=${inCache('eslint/')}`],
  },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  {
    name: 'import rules',
    command: [
      'depcruise',
      'src',
      'tests',
      'scripts',
      'bench',
      '--config',
      '.dependency-cruiser.mjs',
    ],
    cached: ['--cache', inCache('dependency-cruiser'), '--cache-strategy', 'content'],
  },
  {
    // A second thread takes more from the check beside this one than it adds.
    name: 'format',
    command: ['oxfmt', '--check', '--threads=1'],
  },
  {
    name: 'unused code',
    command: ['knip'],
    cached: ['--cache', `--cache-location=${inCache('knip')}`],
  },
  { name: 'console types', command: ['node', 'scripts/console-types.ts', '--check'] },
  { name: 'one writer of the ledger', command: ['node', 'scripts/ledger-writers.ts'] },
  { name: 'interface description', command: ['node', 'scripts/lint-openapi.ts'] },
];
