/**
 * The tags that say where a test file runs, written as `// @module-tag NAME` in its first lines. Vitest rejects other
 * names. A file without a tag runs once, in the stage of its folder, on PostgreSQL if the stage has one.
 */
export const TAGS = [
  {
    name: 'both-engines',
    description: 'runs in the stage `engine` as well, on the embedded engine',
  },
  { name: 'postgres-only', description: 'needs PostgreSQL, mostly for several processes' },
  { name: 'pglite-only', description: 'is about the embedded engine: runs in the stage `engine`' },
  { name: 'apart', description: 'takes long, or needs what few machines have: npm run test:all' },
];

/** A choice of tests: those with one of the tags in `only`, if it is there, and none of those in `without`. */
export interface Choice {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  /** Excludes the tests that this choice includes. */
  readonly not?: Choice;
}

/** The variable that passes the choice to Vitest's reporter, as JSON. */
export const CHOICE = 'TEST_CHOICE';

/** Formats a choice for Vitest's --tags-filter; empty if all tests run. */
export function tagsFilter({ only, without = [], not }: Choice): string {
  return [
    ...(only ? [`(${only.join(' || ')})`] : []),
    ...without.map((tag) => `!${tag}`),
    ...(not ? [`!(${tagsFilter(not)})`] : []),
  ].join(' && ');
}

/** Returns whether a choice includes a test: Vitest also reports those of other stages, as skipped. */
export function isChosen(tags: readonly string[], { only, without = [], not }: Choice): boolean {
  const has = (tag: string) => tags.includes(tag);
  return (only?.some(has) ?? true) && !without.some(has) && !(not && isChosen(tags, not));
}
