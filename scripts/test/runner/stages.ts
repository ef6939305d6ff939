import { globSync, readFileSync } from 'node:fs';

import { runChecks } from '../check/run-checks.ts';
import { countTests, PLAYWRIGHT_REPORTERS, VITEST_REPORTERS, type Watch } from './count-tests.ts';
import { headOf, type Outcome } from './outcomes.ts';
import type { ResourceName } from './resources.ts';
import { CHOICE, tagsFilter, type Choice } from './tags.ts';

/** The tests of a run. */
export interface Selection {
  /** `test`: all but those set apart. `all`: all. `rest`: only those that `test` leaves out. */
  readonly extent: 'test' | 'all' | 'rest';
  /** Files or folders of tests; if empty, all of a stage. For a named file all of its tests run. */
  readonly paths: readonly string[];
  /** A pattern of titles, as both runners take it. */
  readonly title?: string;
}

export interface StageRun {
  readonly selection: Selection;
  /** The variables of the resources that were found. */
  readonly env: NodeJS.ProcessEnv;
  /** The file for the runner's output; undefined to show it. */
  readonly log?: string | undefined;
  readonly timeoutMs: number;
  readonly watch: Watch;
}

export interface Stage {
  readonly name: string;
  readonly needs: readonly ResourceName[];
  /** Resources that some of its tests use. Without them those tests are skipped. */
  readonly uses?: readonly ResourceName[];
  /** The same for tests that are set apart. */
  readonly usesApart?: readonly ResourceName[];
  /** Matches the files and folders with tests of the stage. */
  readonly files?: RegExp;
  readonly run: (run: StageRun) => Promise<Outcome[]>;
  /** Whether `npm test` runs all of the stage or nothing. */
  readonly isUndivided?: true;
  /** Whether `npm test` leaves the stage out. */
  readonly isApart?: true;
}

const SERVICE_FILES = /^tests\/(service|install)(\/|$)|\.db\.test\.ts$/;

/**
 * The stages in the order in which they run, each with a worker per processor. Those that find a mistake soonest come
 * first.
 */
export const STAGES: readonly Stage[] = [
  { name: 'check', needs: [], run: check, isUndivided: true },
  {
    name: 'unit',
    needs: ['build'],
    uses: ['promtool', 'php', 'python'],
    usesApart: ['spin'],
    files:
      /^(?!(tests\/(service|install|e2e)|packages\/tollgate\/conformance)(\/|$)|.*\.db\.test\.ts$)/,
    run: vitest('unit', () => ({ all: {}, test: { without: ['apart'] } })),
  },
  {
    name: 'service',
    needs: ['build', 'seed'],
    uses: ['postgres', 'promtool', 'php', 'python'],
    usesApart: ['pgbouncer'],
    files: SERVICE_FILES,
    run: vitest('service', onFirstEngine),
  },
  {
    name: 'engine',
    needs: ['build', 'postgres', 'pglite-seed'],
    files: SERVICE_FILES,
    run: vitest('engine', () => ({
      all: { without: ['postgres-only'] },
      test: { only: ['both-engines', 'pglite-only'], without: ['postgres-only', 'apart'] },
    })),
  },
  {
    name: 'conformance',
    needs: ['build', 'seed'],
    uses: ['postgres'],
    files: /^packages\/tollgate\/conformance(\/|$)/,
    run: vitest('conformance', () => ({ all: {} })),
    isUndivided: true,
  },
  {
    name: 'browser',
    needs: ['build', 'browser', 'seed'],
    uses: ['postgres', 'chromium-109'],
    usesApart: ['firefox', 'webkit'],
    files: /^tests\/e2e(\/|$)/,
    run: playwright,
  },
  {
    // The service's tests again, on a database created behind the pooler.
    name: 'pgbouncer',
    needs: ['build', 'postgres', 'pgbouncer'],
    run: vitest('service', () => ({ all: { without: ['pglite-only', 'apart'] } }), {
      TEST_POSTGRES_TEMPLATE: undefined,
      TEST_POSTGRES_SEED: undefined,
      TEST_POOLER: 'session',
    }),
    isApart: true,
  },
];

interface Choices {
  readonly all: Choice;
  /** The tests of these that `npm test` runs; all if undefined. */
  readonly test?: Choice;
}

function onFirstEngine(env: NodeJS.ProcessEnv): Choices {
  const without = [env['TEST_POSTGRES_URL'] ? 'pglite-only' : 'postgres-only'];
  return { all: { without }, test: { without: [...without, 'apart'] } };
}

/** Returns the resources that some of the selected tests use. */
export function usedBy(
  { uses = [], usesApart = [] }: Stage,
  { extent, paths }: Selection,
): readonly ResourceName[] {
  return extent === 'test' && paths.length === 0 ? uses : [...uses, ...usesApart];
}

function choose({ extent, paths }: Selection, { all, test }: Choices): Choice {
  if (test === undefined || paths.length > 0 || extent === 'all') return all;
  return extent === 'test' ? test : { ...all, not: test };
}

function vitest(
  project: string,
  choices: (env: NodeJS.ProcessEnv) => Choices,
  surroundings: NodeJS.ProcessEnv = {},
): Stage['run'] {
  return ({ selection, env, ...run }) => {
    const choice = choose(selection, choices(env));
    const filter = tagsFilter(choice);
    const { title, paths } = selection;
    return countTests({
      ...run,
      command: [
        'vitest',
        'run',
        `--project=${project}`,
        '--passWithNoTests',
        ...(filter === '' ? [] : [`--tags-filter=${filter}`]),
        ...(title === undefined ? [] : [`--testNamePattern=${title}`]),
        ...VITEST_REPORTERS,
        ...(paths.length === 0 && choice.only ? filesThatName(choice.only) : paths),
      ],
      env: { ...env, ...surroundings, [CHOICE]: JSON.stringify({ ...choice, title }) },
    });
  };
}

/**
 * Returns the files that contain one of the tags. Vitest must load a file to know the tags of its tests, which for
 * all files of a stage takes as long as many tests.
 */
function filesThatName(tags: readonly string[]): string[] {
  return globSync(['src/**/*.db.test.ts', 'tests/service/**/*.test.ts']).filter((file) => {
    const source = readFileSync(file, 'utf8');
    return tags.some((tag) => source.includes(tag));
  });
}

/** Playwright's tags begin with an @. */
const BY_TAG = { all: [], test: ['--grep-invert=@apart'], rest: ['--grep=@apart'] };

function playwright({ selection, env, ...run }: StageRun): Promise<Outcome[]> {
  const { title, paths, extent } = selection;
  const isNamed = title !== undefined || paths.length > 0;
  return countTests({
    ...run,
    command: [
      'playwright',
      'test',
      '--pass-with-no-tests',
      ...(isNamed ? [] : BY_TAG[extent]),
      ...(title === undefined ? [] : [`--grep=${title}`]),
      PLAYWRIGHT_REPORTERS,
      ...paths,
    ],
    // Lets Node read TypeScript. Playwright would otherwise compile all files that a test imports, in each of its
    // processes. The variable is undocumented: without it the tests would take longer and give the same results.
    env: { ...env, PW_DISABLE_TS_ESM: '1' },
  });
}

/** Each check counts as a test. */
async function check({ log, watch }: StageRun): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await runChecks({
    log,
    onResult: ({ name, passed, tookMs, output }) => {
      const at = `npm run check -- '${name}'`;
      const why = passed ? {} : { why: headOf(output) };
      outcomes.push({ outcome: passed ? 'passed' : 'failed', title: name, at, tookMs, ...why });
      watch(outcomes);
    },
  });
  return outcomes;
}
