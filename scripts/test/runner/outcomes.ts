import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResult, JsonTestResults } from 'vitest/node';

/** The outcome of one test. */
export interface Outcome {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly title: string;
  /** Its file and line. */
  readonly at?: string;
  readonly tookMs?: number;
}

export function failure(title: string): Outcome {
  return { outcome: 'failed', title };
}

export function count(outcomes: readonly Outcome[], wanted: Outcome['outcome']): number {
  return outcomes.filter(({ outcome }) => outcome === wanted).length;
}

/** Reads the JSON report of Vitest or Playwright: no outcomes if the runner has not written one. */
export function readReport(file: string): Outcome[] {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults | JSONReport;
  if ('testResults' in report) return report.testResults.flatMap(fromVitest);
  const errors = report.errors.map(({ message = '' }) => failure(`outside of tests: ${message}`));
  return [...report.suites.flatMap((suite) => fromPlaywright(suite)), ...errors];
}

/**
 * Vitest reports the tests of other stages as skipped, so a skipped test counts only beside others that ran. A file can
 * also fail outside of its tests: in a hook, or while it is loaded.
 */
function fromVitest({ name: file, status, message, assertionResults }: JsonTestResult): Outcome[] {
  const at = relative(process.cwd(), file);
  const outcomes = assertionResults.map((test): Outcome => {
    // The address of a module may end with a query.
    const [, line] =
      /^(?:\?[^:]*)?:(\d+)/.exec(test.failureMessages?.[0]?.split(file)[1] ?? '') ?? [];
    return {
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      title: test.fullName.trim(),
      at: line === undefined ? at : `${at}:${line}`,
      tookMs: test.duration ?? 0,
    };
  });
  if (status === 'failed' && count(outcomes, 'failed') === 0) {
    return [...outcomes, { ...failure(`outside of tests: ${message}`), at }];
  }
  return outcomes.some(({ outcome }) => outcome !== 'skipped') ? outcomes : [];
}

/** Tests are not retried: a flaky one has failed. */
function fromPlaywright({ specs, suites = [] }: JSONReportSuite, within = ''): Outcome[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results: [result] }): Outcome => ({
      outcome: status === 'expected' ? 'passed' : status === 'skipped' ? status : 'failed',
      title: within + title,
      at: `tests/e2e/${file}:${result?.errorLocation?.line ?? line}`,
      tookMs: result?.duration ?? 0,
    })),
  );
  return [
    ...own,
    ...suites.flatMap((suite) => fromPlaywright(suite, `${within}${suite.title} › `)),
  ];
}
