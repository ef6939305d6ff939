import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

import { headOf, placeOf, record } from './outcomes.ts';
import { CHOICE, isChosen, type Choice } from './tags.ts';

/** Records the outcome of each Vitest test. */
export default class implements Reporter {
  readonly #choice = JSON.parse(process.env[CHOICE] ?? '{}') as Choice & { title?: string };

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending' || (state === 'skipped' && !this.#isAsked(test))) return;
    record({
      outcome: state,
      title: test.fullName,
      tookMs: test.diagnostic()?.duration ?? 0,
      ...described(test.module, errors?.[0]),
    });
  }

  onTestSuiteResult(suite: TestSuite): void {
    recordErrors(suite.fullName, suite.module, suite);
  }

  onTestModuleEnd(module: TestModule): void {
    recordErrors('the file', module, module);
  }

  #isAsked({ tags }: TestCase): boolean {
    return this.#choice.title === undefined && isChosen(tags, this.#choice);
  }
}

/** Records an error outside tests, in a hook or while a file is loaded, as a separate failure. */
function recordErrors(title: string, module: TestModule, entity: TestSuite | TestModule): void {
  const [error] = entity.errors();
  if (error) record({ outcome: 'failed', title, ...described(module, error) });
}

interface Thrown {
  readonly message: string;
  readonly stacks?: readonly { readonly file: string; readonly line: number }[] | undefined;
}

/** Returns the place in the test's file that the error came from, and the head of its message. */
function described({ moduleId }: TestModule, error: Thrown | undefined) {
  const line = error?.stacks?.find(({ file }) => file === moduleId)?.line;
  return { at: placeOf(moduleId, line), ...(error && { why: headOf(error.message) }) };
}
