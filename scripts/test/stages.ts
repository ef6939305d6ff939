import { runChecks } from '../check/run-checks.ts';
import { runProgram } from '../run-program.ts';
import type { ResourceName } from './resources.ts';
import { NOTHING, withFailure, type Tally } from './tally.ts';
import { countTests, PLAYWRIGHT_REPORTERS, VITEST_REPORTERS } from './test-runner.ts';

export interface Stage {
  readonly name: string;
  readonly needs: readonly ResourceName[];
  /** What it takes when it is there; without, some of its tests are left out, or run on the embedded engine. */
  readonly uses?: readonly ResourceName[];
  readonly run: (env: NodeJS.ProcessEnv) => Promise<Tally>;
  /** It serves no pages: where it alone is named, none are built. */
  readonly servesNoPages?: true;
  /** Not run unless it is named. */
  readonly isExtra?: true;
}

/** It ends only what hangs. */
const STAGE_TIMEOUT_MS = 25 * 60_000;
/** On a busy machine of two cores a cluster of three nodes takes those 25 minutes. */
const CITUS_TIMEOUT_MS = 60 * 60_000;

/** Stages of one group are begun in their order, two at a time: where one waits, another computes. */
export type StageGroup = readonly Stage[];

const BUILD: Stage = { name: 'build', needs: [], run: build };

/**
 * What is built is shown by the stages after it. The longest is begun first, and what finds a mistake soonest
 * beside it. The last to be begun is a short one: then both halves end together, and neither processor waits for the other.
 */
const GROUPS: readonly StageGroup[] = [
  [BUILD],
  [
    {
      name: 'engine-postgres',
      needs: ['postgres'],
      uses: ['postgres-seed', 'promtool', 'pgbouncer'],
      run: vitest('engine-postgres'),
    },
    { name: 'check', needs: [], run: checks, servesNoPages: true },
    { name: 'unit', needs: [], run: vitest('unit'), servesNoPages: true },
    {
      name: 'console',
      needs: ['browser'],
      uses: ['postgres', 'postgres-seed'],
      run: playwright('console'),
    },
    {
      name: 'engine-pglite',
      needs: ['seed'],
      uses: ['php', 'python'],
      run: vitest('engine-pglite'),
    },
    { name: 'engine-citus', needs: ['citus'], run: onCitus },
    {
      name: 'browser',
      needs: ['browser'],
      uses: ['postgres', 'postgres-seed', 'firefox', 'webkit'],
      run: playwright('desktop-chromium'),
    },
    { name: 'tooling', needs: [], uses: ['promtool', 'php', 'python'], run: vitest('tooling') },
    {
      name: 'browser-pglite',
      needs: ['browser', 'seed'],
      uses: ['firefox', 'webkit'],
      run: (env) =>
        playwright('desktop-chromium', 'console')({ ...env, TEST_BROWSER_ENGINE: 'pglite' }),
      isExtra: true,
    },
  ],
];

/**
 * All stages but the extra ones, or those that were asked for and the build that they need; as a string what
 * is wrong with the question.
 */
export function chooseStages(names: readonly string[]): readonly StageGroup[] | string {
  const stages = GROUPS.flat();
  const unknown = names.filter((asked) => !stages.some(({ name }) => name === asked));
  if (unknown.length > 0) {
    const all = stages.map(({ name }) => name);
    return `No such stage: ${unknown.join(', ')}. There are: ${all.join(', ')}`;
  }
  const asked = stages.filter(({ name, isExtra }) =>
    names.length === 0 ? isExtra !== true : names.includes(name),
  );
  const isServed = asked.some(({ servesNoPages }) => servesNoPages !== true);
  const chosen = isServed ? [BUILD, ...asked] : asked;
  return GROUPS.map((group) => group.filter((stage) => chosen.includes(stage)));
}

/** The page has to build before anything can be shown on it; that it does counts as a test. */
async function build(): Promise<Tally> {
  const { code } = await runProgram({
    command: ['node', 'scripts/prepare.mjs'],
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  return code === 0 ? { ...NOTHING, passed: 1 } : withFailure(NOTHING, 'the build');
}

/** Each check counts as a test. */
async function checks(): Promise<Tally> {
  const results = await runChecks();
  const failures = results.filter(({ passed }) => !passed).map(({ name }) => name);
  return {
    ...NOTHING,
    passed: results.length - failures.length,
    failed: failures.length,
    failures,
  };
}

/** Programs that tests start are what was built, as `npm start` runs it. */
const AS_BUILT = { TEST_PROGRAM: 'build/service/server.js' };

function vitest(project: string, timeoutMs = STAGE_TIMEOUT_MS): Stage['run'] {
  return (env) =>
    countTests({
      command: ['vitest', 'run', `--project=${project}`, ...VITEST_REPORTERS],
      env: { ...env, ...AS_BUILT },
      timeoutMs,
    });
}

/** PostgreSQL's tests, with as many cells as there have to be for each node to have some. */
function onCitus(env: NodeJS.ProcessEnv): Promise<Tally> {
  return vitest(
    'engine-postgres',
    CITUS_TIMEOUT_MS,
  )({
    ...env,
    TEST_POSTGRES_URL: env['CITUS_URL'],
    TEST_RUN_ID: env['TEST_CITUS_RUN_ID'],
    TEST_TABLESPACE: '',
    TEST_POSTGRES_TEMPLATE: undefined,
    TEST_POSTGRES_SEED: undefined,
    TEST_CELLS: '16',
  });
}

/**
 * Node reads TypeScript by itself; Playwright would translate all files that a test imports, in each of its processes. The variable is
 * not in its documentation: were it gone, the tests would take longer and say the same.
 */
const READ_BY_NODE = { PW_DISABLE_TS_ESM: '1' };

function playwright(...projects: readonly string[]): Stage['run'] {
  return (env) =>
    countTests({
      command: ['playwright', 'test', '--project', ...projects, PLAYWRIGHT_REPORTERS],
      env: { ...env, ...AS_BUILT, ...READ_BY_NODE },
      timeoutMs: STAGE_TIMEOUT_MS,
    });
}
