/** The outcome of one test. */
export interface TestOutcome {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly title: string;
  /** Its file, with the line if known. */
  readonly at: string;
  readonly tookMs: number;
  /** For a failure, the first lines of its message. */
  readonly why?: string;
}

/** The number of tests by outcome. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** The slowest tests, slowest first. */
  readonly slowest: readonly TestOutcome[];
}

export type Failure = Pick<TestOutcome, 'title' | 'why'> & { readonly at?: string };

const SLOWEST = 10;

/** The title of the failure that stands for the tests that a runner did not reach. */
export const NO_END = 'the runner did not come to its end';

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], slowest: [] };

export function add(tally: Tally, test: TestOutcome): Tally {
  return {
    ...tally,
    [test.outcome]: tally[test.outcome] + 1,
    failures: test.outcome === 'failed' ? [...tally.failures, test] : tally.failures,
    slowest: slowestOf([...tally.slowest, test]),
  };
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      failures: [...total.failures, ...tally.failures],
      slowest: slowestOf([...total.slowest, ...tally.slowest]),
    }),
    NOTHING,
  );
}

function slowestOf(tests: readonly TestOutcome[]): TestOutcome[] {
  return tests.toSorted((one, other) => other.tookMs - one.tookMs).slice(0, SLOWEST);
}

/**
 * Adds a failure for a runner that exited with an error but named no failed test, and for one that did not finish:
 * the outcome of its remaining tests is unknown.
 *
 * @param output the last that it printed
 */
export function evaluate(tally: Tally, exitCode: number | undefined, output = ''): Tally {
  const title = exitCode === undefined ? NO_END : `the runner ended with ${exitCode}`;
  const isHidden = exitCode === undefined || (exitCode !== 0 && tally.failed === 0);
  return isHidden ? withFailure(tally, { title, why: output }) : tally;
}

/** Returns the tally with one more failure. */
export function withFailure(tally: Tally, failure: Failure): Tally {
  return {
    ...tally,
    failed: tally.failed + 1,
    failures: [...tally.failures, failure],
  };
}

/** Returns the run's last line, "12 passed, 0 failed". Its form is fixed, because programs read it. */
export function verdict({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`;
}

/** Returns a stage's line: "12 passed, 0 failed", or "12 passed, 0 failed, 3 skipped". */
export function inWords(tally: Pick<Tally, 'passed' | 'failed' | 'skipped'>): string {
  const line = verdict(tally);
  return tally.skipped > 0 ? `${line}, ${tally.skipped} skipped` : line;
}
