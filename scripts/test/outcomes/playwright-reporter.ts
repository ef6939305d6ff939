import type { Reporter, TestCase } from '@playwright/test/reporter';

import { recordOutcome, type Outcome } from './outcomes.ts';

/** Nothing is retried here; a test that passes only at times is a failed one. */
const OUTCOMES: Record<ReturnType<TestCase['outcome']>, Outcome> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
};

/** Records the outcome of each test of Playwright's. */
export default class implements Reporter {
  onTestEnd(test: TestCase): void {
    recordOutcome(OUTCOMES[test.outcome()]);
  }

  printsToStdio(): boolean {
    return false;
  }
}
