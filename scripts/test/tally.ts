/** How many tests ended how. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
    }),
    NOTHING,
  );
}

/**
 * A runner that ended badly without naming a failed test has failed all the same, and so has one
 * that did not come to its end: nobody knows of the tests it still had.
 */
export function judge(tally: Tally, exitCode: number | undefined): Tally {
  const hidden = exitCode === undefined || (exitCode !== 0 && tally.failed === 0);
  return hidden ? { ...tally, failed: tally.failed + 1 } : tally;
}

/** The run's last line, always of this form: programs read it. "12 passed, 0 failed" */
export function verdict({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/** A stage's line: "12 passed, 0 failed", or "12 passed, 0 failed, 3 skipped". */
export function inWords(tally: Tally): string {
  const line = verdict(tally);
  return tally.skipped > 0 ? `${line}, ${tally.skipped} skipped` : line;
}
