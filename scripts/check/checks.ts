export interface Check {
  /** What it holds, as shown in the summary. */
  readonly name: string;
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
}

/** Writes the types that the page's routes imply; every check that reads types needs them. */
export const GENERATE_TYPES: Check = {
  name: 'generated types',
  command: ['svelte-kit', 'sync'],
};

/** Slowest first, so that two at a time end together. */
export const CHECKS: readonly Check[] = [
  { name: 'lint', command: ['eslint', '.', '--max-warnings=0'] },
  {
    name: 'types of the page',
    command: ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
  },
  { name: 'types', command: ['tsc', '--noEmit'] },
  {
    name: 'import rules',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      'src',
      'tests',
      'scripts',
      'bench',
    ],
  },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'interface description', command: ['node', 'scripts/lint-openapi.ts'] },
];
