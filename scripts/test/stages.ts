import { runChecks } from '../check/run-checks.ts';
import { runProgram } from '../run-program.ts';
import type { ResourceName } from './resources.ts';
import { NOTHING, type Tally } from './tally.ts';
import { countTests, PLAYWRIGHT_REPORTERS, VITEST_REPORTERS } from './test-runner.ts';

export interface Stage {
  readonly name: string;
  readonly needs: readonly ResourceName[];
  /** What it takes when it is there; without, some of its tests are left out. */
  readonly uses?: readonly ResourceName[];
  readonly run: (env: NodeJS.ProcessEnv) => Promise<Tally>;
}

const STAGE_TIMEOUT_MS = 15 * 60_000;

/** Stages that run at the same time: where one waits, another computes. */
export type StageGroup = readonly Stage[];

/** In the order in which a mistake is found soonest. The browser's tests come last, and alone. */
const GROUPS: readonly StageGroup[] = [
  [{ name: 'build', needs: [], run: build }],
  [
    { name: 'check', needs: [], run: checks },
    { name: 'unit', needs: [], run: vitest('unit') },
    { name: 'tooling', needs: [], uses: ['promtool', 'php', 'python'], run: vitest('tooling') },
  ],
  [
    {
      name: 'engine-pglite',
      needs: [],
      uses: ['php', 'python'],
      run: vitest('engine-pglite'),
    },
    {
      name: 'engine-postgres',
      needs: ['postgres'],
      uses: ['promtool', 'pgbouncer'],
      run: vitest('engine-postgres'),
    },
  ],
  [{ name: 'browser', needs: ['browser'], uses: ['firefox', 'webkit'], run: playwright }],
];

/** All stages, or those that were asked for; as a string what is wrong with the question. */
export function chooseStages(names: readonly string[]): readonly StageGroup[] | string {
  const all = GROUPS.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    return `No such stage: ${unknown.join(', ')}. There are: ${all.join(', ')}`;
  }
  if (names.length === 0) return GROUPS;
  return GROUPS.map((group) => group.filter(({ name }) => names.includes(name)));
}

/** The page has to build before anything can be shown on it; that it does counts as a test. */
async function build(): Promise<Tally> {
  const { code } = await runProgram({
    command: ['node', 'scripts/prepare.mjs'],
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/** Each check counts as a test. */
async function checks(): Promise<Tally> {
  const results = await runChecks();
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

function vitest(project: string): Stage['run'] {
  return (env) =>
    countTests({
      command: ['vitest', 'run', `--project=${project}`, ...VITEST_REPORTERS],
      env,
      timeoutMs: STAGE_TIMEOUT_MS,
    });
}

function playwright(env: NodeJS.ProcessEnv): Promise<Tally> {
  return countTests({
    command: ['playwright', 'test', PLAYWRIGHT_REPORTERS],
    env,
    timeoutMs: STAGE_TIMEOUT_MS,
  });
}
