import type { Reporter, TestCase } from '@playwright/test/reporter';

import { noteOutcome, type Outcome } from './outcomes.ts';

/** Nothing is tried twice here; a test that is green at times is a failed one. */
const OUTCOMES: Record<ReturnType<TestCase['outcome']>, Outcome> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
};

/** Notes the outcome of each test of Playwright's. */
export default class implements Reporter {
  onTestEnd(test: TestCase): void {
    noteOutcome(OUTCOMES[test.outcome()]);
  }

  printsToStdio(): boolean {
    return false;
  }
}
