import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

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
  onTestEnd(test: TestCase, { error }: TestResult): void {
    const name = test.titlePath().filter(Boolean).join(' › ');
    recordOutcome(OUTCOMES[test.outcome()], error && `${name}: ${error.message ?? ''}`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
