import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { NOTHING, type Tally } from './tally.ts';

const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    // A file that could not be loaded has no tests that could fail.
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));

const playwrightReport = z
  .object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      flaky: z.number(),
      skipped: z.number(),
    }),
  })
  .transform(({ stats }) => ({
    passed: stats.expected,
    // Nothing is tried twice here; a test that is green at times is a failed one.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));

export const readVitestReport = (file: string): Tally => read(file, vitestReport);
export const readPlaywrightReport = (file: string): Tally => read(file, playwrightReport);

/** A runner that crashed has left no report, or half of one: nothing is known of its tests. */
function read(file: string, report: z.ZodType<Tally>): Tally {
  try {
    return report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return NOTHING;
  }
}

function isBroken(file: { status: string; assertionResults: readonly unknown[] }): boolean {
  return file.status === 'failed' && file.assertionResults.length === 0;
}
