/** How many tests ended how. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, each by its name and the first line of why. */
  readonly failures: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      failures: [...total.failures, ...tally.failures],
    }),
    NOTHING,
  );
}

/**
 * A runner that ended badly without naming a failed test has failed all the same, and so has one
 * that did not come to its end: nobody knows of the tests it still had.
 */
export function judge(tally: Tally, exitCode: number | undefined): Tally {
  if (exitCode === undefined) return withFailure(tally, 'the runner did not come to its end');
  const hidden = exitCode !== 0 && tally.failed === 0;
  return hidden ? withFailure(tally, `the runner ended with ${exitCode}`) : tally;
}

/** The tally with one more failure. */
export const withFailure = (tally: Tally, failure: string): Tally => ({
  ...tally,
  failed: tally.failed + 1,
  failures: [...tally.failures, failure],
});

/** The run's last line, always of this form: programs read it. "12 passed, 0 failed" */
export function verdict({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`;
}

/** A stage's line: "12 passed, 0 failed", or "12 passed, 0 failed, 3 skipped". */
export function inWords(tally: Tally): string {
  const line = verdict(tally);
  return tally.skipped > 0 ? `${line}, ${tally.skipped} skipped` : line;
}
