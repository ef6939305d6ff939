import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runProgram, type Program } from '../run-program.ts';
import { OUTCOMES_FILE, readOutcomes } from './outcomes/outcomes.ts';
import { judge, type Tally } from './tally.ts';

const REPORTERS = join(import.meta.dirname, 'outcomes');

/** The command-line options that have the outcomes recorded, beside the progress that is shown. */
export const VITEST_REPORTERS = [
  '--reporter=default',
  `--reporter=${join(REPORTERS, 'vitest-reporter.ts')}`,
];
export const PLAYWRIGHT_REPORTERS = `--reporter=list,${join(REPORTERS, 'playwright-reporter.ts')}`;

/**
 * Runs a test runner that records its outcomes. One that is stopped, or takes too long, has the tests
 * counted that it came to, and one failure for the rest.
 */
export async function countTests(runner: Program): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-outcomes-'));
  const file = join(folder, 'outcomes');
  try {
    const { code, output } = await runProgram({
      ...runner,
      env: { ...runner.env, [OUTCOMES_FILE]: file },
    });
    if (!runner.keepOutput && output) console.log(output);
    return judge(readOutcomes(file), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
