import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runProgram, type Program } from '../../run-program.ts';
import {
  failure,
  failuresIn,
  lastLines,
  OUTCOMES_FILE,
  readOutcomes,
  type Outcome,
} from './outcomes.ts';

/** Command-line options that make a runner record outcomes, besides its usual output. */
export const VITEST_REPORTERS = [
  '--reporter=default',
  `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`,
];
export const PLAYWRIGHT_REPORTERS = `--reporter=list,${join(import.meta.dirname, 'playwright-reporter.ts')}`;

/** Receives the outcomes so far. */
export type Watch = (outcomes: readonly Outcome[]) => void;

/** The title of the failure that stands for the tests that a runner did not reach. */
export const NO_END = 'the runner did not come to its end';

const WATCH_INTERVAL_MS = 15_000;

/** Runs a test runner that records its outcomes. */
export async function countTests({
  watch,
  ...runner
}: Program & { readonly watch?: Watch }): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-outcomes-'));
  const file = join(folder, 'outcomes');
  const watching = setInterval(() => watch?.(readOutcomes(file)), WATCH_INTERVAL_MS);
  try {
    const { code, output } = await runProgram({
      ...runner,
      env: { ...runner.env, [OUTCOMES_FILE]: file },
    });
    const printed = runner.log === undefined ? output : readFileSync(runner.log, 'utf8') + output;
    return withHidden(readOutcomes(file), code, lastLines(printed));
  } finally {
    clearInterval(watching);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Adds a failure for a runner that ended with an error but named no failed test, and for one that was stopped or took
 * too long: the outcome of its remaining tests is unknown.
 */
function withHidden(outcomes: Outcome[], code: number | undefined, output: string): Outcome[] {
  if (code === undefined) return [...outcomes, failure(NO_END, output)];
  if (code === 0 || failuresIn(outcomes).length > 0) return outcomes;
  return [...outcomes, failure(`the runner ended with ${code}`, output)];
}
