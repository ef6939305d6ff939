import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

import { headOf, placeOf, record } from './outcomes.ts';

/** Tests are not retried, and a flaky test counts as failed. */
const OUTCOMES = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
} as const;

/** Records the outcome of each Playwright test. */
export default class implements Reporter {
  onTestEnd(test: TestCase, { error, duration }: TestResult): void {
    // The first three parts are the root, the project and the file.
    const [, , , ...titles] = test.titlePath();
    const { file, line } = error?.location ?? test.location;
    record({
      outcome: OUTCOMES[test.outcome()],
      title: titles.join(' › '),
      at: placeOf(file, line),
      tookMs: duration,
      ...(error && { why: headOf(error.message) }),
    });
  }

  /** Records errors outside tests, in a file that cannot be loaded or a global setup. */
  onError({ location, message }: TestError): void {
    const at = placeOf(location?.file ?? 'playwright.config.ts', location?.line);
    record({ outcome: 'failed', title: 'the run', at, why: headOf(message) });
  }

  printsToStdio(): boolean {
    return false;
  }
}
