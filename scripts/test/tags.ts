/**
 * What a test file says of where it runs, as `// @module-tag NAME` in its first lines. Vitest refuses a name that is not here.
 * A file without a tag runs once: in the stage of its folder, on PostgreSQL where there is one.
 */
export const TAGS = [
  {
    name: 'both-engines',
    description: 'runs in the stage `engine` as well, on the embedded engine',
  },
  { name: 'postgres-only', description: 'needs PostgreSQL: several processes, or several cells' },
  { name: 'pglite-only', description: 'is about the embedded engine: runs in the stage `engine`' },
  { name: 'apart', description: 'takes long, or needs what few machines have: npm run test:all' },
  {
    name: 'one-cell-only',
    description: 'left out where TEST_CELLS gives the suite several: needs one, or makes its own',
  },
  { name: 'citus-only', description: 'runs where CITUS_URL names a cluster' },
  { name: 'not-on-citus', description: 'needs what Citus refuses' },
];

/** Which tests run, by their tags. */
export interface Choice {
  /** Those that have one of these; all where it is left out. */
  readonly only?: readonly string[];
  /** But none that has one of these, */
  readonly without?: readonly string[];
  /** and none that this chooses. */
  readonly not?: Choice;
}

/** Hands the choice to the reporter that Vitest loads, as JSON. */
export const CHOICE = 'TEST_CHOICE';

/** As Vitest's --tags-filter takes it; empty where all run. */
export function tagsFilter({ only = [], without = [], not }: Choice): string {
  return [
    ...(only.length > 0 ? [`(${only.join(' || ')})`] : []),
    ...without.map((tag) => `!${tag}`),
    ...(not ? [`!(${tagsFilter(not)})`] : []),
  ].join(' && ');
}

/** The same. Vitest reports whatever it left out as skipped, though it is another stage's. */
export function isChosen(tags: readonly string[], { only, without = [], not }: Choice): boolean {
  const has = (tag: string) => tags.includes(tag);
  return (only?.some(has) ?? true) && !without.some(has) && !(not && isChosen(tags, not));
}
