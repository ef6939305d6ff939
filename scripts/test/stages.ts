import { STAGE_TIMEOUT_MS } from '../../tests/support/patience.ts';
import { runChecks } from '../check/run-checks.ts';
import { runProgram } from '../run-program.ts';
import type { ResourceName } from './resources.ts';
import { CHOICE, tagsFilter, type Choice } from './tags.ts';
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

const BUILD: Stage = { name: 'build', needs: [], run: build };

/** Where there is one, the service's tests run on PostgreSQL; else on the embedded engine, which has no second one to run beside. */
const onEngine: Stage['run'] = (env) =>
  env['TEST_POSTGRES_URL']
    ? vitest('service', { without: [...APART, 'pglite-only', 'citus-only'] })(env)
    : vitest('service', { without: [...APART, 'postgres-only', 'citus-only'] })(env);

const APART = ['apart', ...(process.env['TEST_CELLS'] ? ['one-cell-only'] : [])];

/** One after the other, each with a worker for each processor; what finds a mistake soonest comes first. */
const STAGES: readonly Stage[] = [
  BUILD,
  { name: 'check', needs: [], run: checks, servesNoPages: true },
  {
    name: 'unit',
    needs: [],
    uses: ['promtool', 'php', 'python'],
    run: vitest('unit', { without: APART }),
    servesNoPages: true,
  },
  {
    name: 'service',
    needs: ['seed'],
    uses: ['postgres', 'postgres-seed', 'promtool', 'pgbouncer', 'php', 'python'],
    run: onEngine,
  },
  {
    name: 'engine',
    needs: ['postgres', 'seed'],
    run: vitest('engine', { only: ['both-engines', 'pglite-only'], without: APART }),
  },
  {
    name: 'conformance',
    needs: ['seed'],
    uses: ['postgres', 'postgres-seed'],
    run: vitest('conformance', { without: APART }),
  },
  { name: 'citus', needs: ['citus'], run: onCitus, isExtra: true },
  {
    name: 'browser',
    needs: ['browser', 'seed'],
    uses: ['postgres', 'postgres-seed'],
    run: playwright(),
  },
];

/**
 * All stages but the extra ones, or those that were asked for and the build that they need; as a string what
 * is wrong with the question.
 */
export function chooseStages(names: readonly string[]): readonly Stage[] | string {
  const unknown = names.filter((asked) => !STAGES.some(({ name }) => name === asked));
  if (unknown.length > 0) {
    const all = STAGES.map(({ name }) => name);
    return `No such stage: ${unknown.join(', ')}. There are: ${all.join(', ')}`;
  }
  const asked = STAGES.filter(({ name, isExtra }) =>
    names.length === 0 ? isExtra !== true : names.includes(name),
  );
  const isServed = asked.some(({ servesNoPages }) => servesNoPages !== true);
  return STAGES.filter((stage) => asked.includes(stage) || (isServed && stage === BUILD));
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

function vitest(project: string, choice: Choice): Stage['run'] {
  return (env) =>
    countTests({
      command: [
        'vitest',
        'run',
        `--project=${project}`,
        `--tags-filter=${tagsFilter(choice)}`,
        ...VITEST_REPORTERS,
      ],
      env: { ...env, ...AS_BUILT, [CHOICE]: JSON.stringify(choice) },
      timeoutMs: STAGE_TIMEOUT_MS,
    });
}

/** PostgreSQL's tests, with as many cells as there have to be for each node to have some. */
function onCitus(env: NodeJS.ProcessEnv): Promise<Tally> {
  const choice = { without: ['pglite-only', 'one-cell-only', 'not-on-citus'] };
  return vitest(
    'service',
    choice,
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

function playwright(): Stage['run'] {
  return (env) =>
    countTests({
      command: ['playwright', 'test', '--grep-invert=@apart', PLAYWRIGHT_REPORTERS],
      env: { ...env, ...AS_BUILT, ...READ_BY_NODE },
      timeoutMs: STAGE_TIMEOUT_MS,
    });
}
