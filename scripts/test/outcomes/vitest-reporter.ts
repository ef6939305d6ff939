import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

import { CHOICE, isChosen, type Choice } from '../tags.ts';
import { recordOutcome } from './outcomes.ts';

const choice = JSON.parse(process.env[CHOICE] ?? '{"without":[]}') as Choice;

/** Records the outcome of each test of Vitest's. */
export default class implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending' || !isChosen(test.tags, choice)) return;
    const what =
      errors && `${test.module.relativeModuleId} › ${test.fullName}: ${errors[0]?.message}`;
    recordOutcome(state, what);
  }

  onTestSuiteResult(suite: TestSuite): void {
    recordErrors(suite);
  }

  onTestModuleEnd(module: TestModule): void {
    recordErrors(module);
  }
}

/** What goes wrong outside of tests, in a hook or while a file is loaded, is a failure of its own. */
function recordErrors(entity: TestSuite | TestModule): void {
  const [error] = entity.errors();
  const file = entity.type === 'module' ? entity : entity.module;
  if (error) recordOutcome('failed', `${file.relativeModuleId}: ${error.message}`);
}
