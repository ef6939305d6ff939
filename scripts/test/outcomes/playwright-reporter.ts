import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';

import type { TestOutcome } from '../tally.ts';
import { headOf, inProject, record } from './outcomes.ts';

/** Tests are not retried, and a flaky test counts as failed. */
const OUTCOMES: Record<ReturnType<TestCase['outcome']>, TestOutcome['outcome']> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
};

/** Records the outcome of each Playwright test, and how many are done. */
export default class implements Reporter {
  #done = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    record({ total: suite.allTests().length, of: 'tests' });
  }

  onTestEnd(test: TestCase, { error, duration }: TestResult): void {
    // The first three parts are the root, the project and the file.
    const [, , , ...titles] = test.titlePath();
    record({
      outcome: OUTCOMES[test.outcome()],
      title: titles.join(' › '),
      at: placeOf(error?.location ?? test.location),
      tookMs: duration,
      ...(error && { why: headOf(error.message) }),
    });
    this.#done += 1;
    record({ done: this.#done });
  }

  /** Records errors outside tests, in a file that cannot be loaded or a global setup. */
  onError(error: TestError): void {
    const at = error.location ? placeOf(error.location) : 'playwright.config.ts';
    record({ outcome: 'failed', title: 'the run', at, tookMs: 0, why: headOf(error.message) });
  }

  printsToStdio(): boolean {
    return false;
  }
}

function placeOf({ file, line }: TestCase['location']): string {
  return `${inProject(file)}:${line}`;
}
