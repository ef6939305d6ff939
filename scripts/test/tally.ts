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

/** A runner that ended badly without naming a failed test has failed all the same. */
export function judge(tally: Tally, exitCode: number | undefined): Tally {
  const hidden = exitCode !== 0 && tally.failed === 0;
  return hidden ? { ...tally, failed: 1 } : tally;
}

/** The line that says it all: "12 passed, 0 failed", or "12 passed, 0 failed, 3 skipped". */
export function inWords({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
