import { rmSync } from 'node:fs';

import { STAGE_TIMEOUT_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';
import { runChecks } from '../check/run-checks.ts';
import { count, failure, readReport, type Outcome } from './outcomes.ts';
import type { Resources } from './resources.ts';
import { runnerOf, type Selection, type Stage } from './stages.ts';

export interface StageResult {
  readonly stage: string;
  readonly outcomes: readonly Outcome[];
  readonly tookMs?: number;
  /** Why the stage did not run. */
  readonly notRun?: string;
}

/** Runs a stage, unless a resource that it needs is missing. Its runner shows how far it is. */
export async function runStage(
  stage: Stage,
  selection: Selection,
  { env, missing }: Omit<Resources, 'release'>,
): Promise<StageResult> {
  const { name, needs } = stage;
  const lack = needs.map((need) => missing.get(need)).find(Boolean);
  if (lack instanceof Error) return { stage: name, outcomes: [failure(lack.message)] };
  if (lack !== undefined) return { stage: name, outcomes: [], notRun: lack };
  console.log(`── ${name}`);
  const startedMs = Date.now();
  const outcomes = await (name === 'check' ? check() : runTests(stage, selection, env));
  return { stage: name, tookMs: Date.now() - startedMs, outcomes };
}

/** Each check counts as a test. */
async function check(): Promise<Outcome[]> {
  return (await runChecks()).map(({ name, passed, tookMs }) => ({
    outcome: passed ? 'passed' : 'failed',
    title: name,
    at: `npm run check -- '${name}'`,
    tookMs,
  }));
}

async function runTests(
  stage: Stage,
  selection: Selection,
  env: NodeJS.ProcessEnv,
): Promise<Outcome[]> {
  const report = `test-results/${stage.name}.json`;
  rmSync(report, { force: true });
  const { code, output } = await runProgram({
    ...runnerOf(stage, selection, env, report),
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  // Both runners report what a title left out as skipped.
  const outcomes = readReport(report).filter(
    ({ outcome }) => selection.title === undefined || outcome !== 'skipped',
  );
  // The outcome of tests that it did not reach is unknown.
  const isHidden = code !== 0 && count(outcomes, 'failed') === 0;
  if (!isHidden) return outcomes;
  return [
    ...outcomes,
    failure(`the runner ended with ${code ?? `no exit code. ${output.trim()}`}`),
  ];
}
