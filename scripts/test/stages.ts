import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runChecks } from '../check/run-checks.ts';
import { runProgram, type Program } from '../run-program.ts';
import { readPlaywrightReport, readVitestReport } from './reports.ts';
import type { ResourceName } from './resources.ts';
import { NOTHING, judge, type Tally } from './tally.ts';

export interface Stage {
  readonly name: string;
  readonly needs: readonly ResourceName[];
  /** What it takes when it is there; without, some of its tests are left out. */
  readonly uses?: readonly ResourceName[];
  readonly run: (env: NodeJS.ProcessEnv) => Promise<Tally>;
}

const STAGE_TIMEOUT_MS = 15 * 60_000;

/** In the order in which a mistake is found soonest. */
const STAGES: readonly Stage[] = [
  { name: 'build', needs: [], run: build },
  { name: 'check', needs: [], run: checks },
  { name: 'unit', needs: [], run: vitest('unit') },
  { name: 'tooling', needs: [], run: vitest('tooling') },
  { name: 'engine-pglite', needs: [], run: vitest('engine-pglite') },
  { name: 'engine-postgres', needs: ['postgres'], run: vitest('engine-postgres') },
  { name: 'browser', needs: ['browser'], uses: ['firefox', 'webkit'], run: playwright },
];

/** All stages, or those that were asked for; as a string what is wrong with the question. */
export function chooseStages(names: readonly string[]): readonly Stage[] | string {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = STAGES.map((stage) => stage.name).join(', ');
    return `No such stage: ${unknown.join(', ')}. There are: ${known}`;
  }
  return STAGES.filter((stage) => names.length === 0 || names.includes(stage.name));
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
    withReport(readVitestReport, (report) => ({
      command: [
        'vitest',
        'run',
        `--project=${project}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      env,
      timeoutMs: STAGE_TIMEOUT_MS,
    }));
}

function playwright(env: NodeJS.ProcessEnv): Promise<Tally> {
  return withReport(readPlaywrightReport, (report) => ({
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeoutMs: STAGE_TIMEOUT_MS,
  }));
}

/** Runs a test runner that shows its progress and writes its counts to a file of ours. */
async function withReport(
  read: (file: string) => Tally,
  runner: (report: string) => Program,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-report-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output } = await runProgram(runner(report));
    if (output) console.log(output);
    return judge(read(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
