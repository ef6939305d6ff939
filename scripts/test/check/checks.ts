import { join } from 'node:path';

export interface Check {
  /** Its name, as shown in the summary. */
  readonly name: string;
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Arguments that make it skip files whose content it has checked before. */
  readonly cached?: readonly string[];
}

/** A new installation removes the folder, and so does every new version of a tool. */
const CACHE = 'node_modules/.cache';

function inCache(name: string): string {
  return join(CACHE, name);
}

/** Where svelte-check writes each component as TypeScript. It would also check those of components that are gone. */
export const CHECKED_COMPONENTS = '.svelte-kit/.svelte-check';

/** Writes the types that the page's routes imply; every check that reads types needs them. */
export const GENERATE_TYPES: Check = {
  name: 'generated types',
  command: ['svelte-kit', 'sync'],
};

/** The checks, slowest first, so that two at a time end at about the same time. */
export const CHECKS: readonly Check[] = [
  {
    // Covers every file of the project, components included, so tsc would add nothing. It uses one checker: each of
    // the usual four would infer most of the types again.
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
      'packages',
      'tests',
      'scripts',
      'bench',
      'drills',
      '--config',
      '.dependency-cruiser.mjs',
    ],
    cached: ['--cache', inCache('dependency-cruiser'), '--cache-strategy', 'content'],
  },
  {
    // A second thread would slow down the check that runs beside this one by more than it gains.
    name: 'format',
    command: ['oxfmt', '--check', '--threads=1'],
  },
  {
    name: 'unused code',
    command: ['knip'],
    cached: ['--cache', `--cache-location=${inCache('knip')}`],
  },
  { name: 'one writer of the ledger', command: ['node', 'scripts/test/check/ledger-writers.ts'] },
  { name: 'planted mistakes', command: ['node', 'scripts/test/simulate/check-planted.ts'] },
  { name: 'names', command: ['node', 'scripts/test/check/bare-participles.ts'] },
  { name: 'interface description', command: ['node', 'scripts/test/check/lint-openapi.ts'] },
];
