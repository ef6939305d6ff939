import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

import { noteOutcome } from './outcomes.ts';

/** Notes the outcome of each test of Vitest's. */
export default class implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== 'pending') noteOutcome(state);
  }

  onTestSuiteResult(suite: TestSuite): void {
    noteErrors(suite);
  }

  onTestModuleEnd(module: TestModule): void {
    noteErrors(module);
  }
}

/** What goes wrong outside of tests, in a hook or while a file is loaded, is a failure of its own. */
function noteErrors(entity: TestSuite | TestModule): void {
  if (entity.errors().length > 0) noteOutcome('failed');
}
