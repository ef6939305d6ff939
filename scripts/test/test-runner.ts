import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runProgram, type Program } from '../run-program.ts';
import { lastLines, OUTCOMES_FILE, OutcomeReader, type Progress } from './outcomes/outcomes.ts';
import { evaluate, type Tally } from './tally.ts';

const REPORTERS = join(import.meta.dirname, 'outcomes');

/** Command-line options that make a runner record outcomes, besides its usual output. */
export const VITEST_REPORTERS = [
  '--reporter=default',
  `--reporter=${join(REPORTERS, 'vitest-reporter.ts')}`,
];
export const PLAYWRIGHT_REPORTERS = `--reporter=list,${join(REPORTERS, 'playwright-reporter.ts')}`;

/** Receives a run's progress. */
export type Watch = (so: { readonly tally: Tally; readonly progress: Progress }) => void;

interface Runner extends Program {
  readonly watch?: Watch;
}

const WATCH_INTERVAL_MS = 500;

/**
 * Runs a test runner that records its outcomes. If it is stopped or takes too long, the tests that it reached count,
 * and one failure stands for the rest.
 */
export async function countTests({ watch, ...runner }: Runner): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-outcomes-'));
  const file = join(folder, 'outcomes');
  const reader = new OutcomeReader(file);
  const watching = setInterval(() => watch?.(reader.read()), WATCH_INTERVAL_MS);
  try {
    const { code, output } = await runProgram({
      ...runner,
      env: { ...runner.env, [OUTCOMES_FILE]: file },
    });
    const printed = runner.log === undefined ? output : readFileSync(runner.log, 'utf8') + output;
    return evaluate(reader.read().tally, code, lastLines(printed));
  } finally {
    clearInterval(watching);
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
