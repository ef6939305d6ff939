import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';

import { CHOICE, isChosen, type Choice } from '../tags.ts';
import { headOf, inProject, record } from './outcomes.ts';

/** Records the outcome of each Vitest test, and how many files are done. */
export default class implements Reporter {
  readonly #choice = JSON.parse(process.env[CHOICE] ?? '{}') as Choice & { title?: string };
  #done = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    record({ total: specifications.length, of: 'files' });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'pending' || (state === 'skipped' && !this.#isOurs(test))) return;
    const [error] = errors;
    record({
      outcome: state,
      title: test.fullName,
      at: placeOf(test.module, error),
      tookMs: test.diagnostic()?.duration ?? 0,
      ...(error && { why: headOf(error.message) }),
    });
  }

  onTestSuiteResult(suite: TestSuite): void {
    recordErrors(suite, suite.module);
  }

  onTestModuleEnd(module: TestModule): void {
    recordErrors(module, module);
    this.#done += 1;
    record({ done: this.#done });
  }

  /** Returns whether a test was asked for. Tests of other stages, and those with another title, were not. */
  #isOurs(test: TestCase): boolean {
    return this.#choice.title === undefined && isChosen(test.tags, this.#choice);
  }
}

/** Records an error outside tests, in a hook or while a file is loaded, as a separate failure. */
function recordErrors(entity: TestSuite | TestModule, module: TestModule): void {
  const [error] = entity.errors();
  if (error === undefined) return;
  const title = entity.type === 'suite' ? entity.fullName : 'the file';
  const at = placeOf(module, error);
  record({ outcome: 'failed', title, at, tookMs: 0, why: headOf(error.message) });
}

interface Thrown {
  readonly stacks?: readonly { readonly file: string; readonly line: number }[] | undefined;
}

/** Returns the place in the test's file that the error came from, else the file. */
function placeOf(module: TestModule, error: Thrown | undefined): string {
  const frame = error?.stacks?.find(({ file }) => file === module.moduleId);
  const file = inProject(module.moduleId);
  return frame === undefined ? file : `${file}:${frame.line}`;
}
