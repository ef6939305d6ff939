import { describe, expect, it } from 'vitest';

import type { StageResult } from './progress-line.ts';
import { summarize } from './summary.ts';
import { NOTHING, type TestOutcome } from './tally.ts';

function outcome(title: string, more: Partial<TestOutcome> = {}): TestOutcome {
  return {
    outcome: 'passed',
    title,
    at: 'tests/some.test.ts:7',
    tookMs: 2_000,
    ...more,
  };
}

function result(stage: string, more: Partial<StageResult> = {}): StageResult {
  return {
    stage,
    tookMs: 12_345,
    tally: { ...NOTHING, passed: 3 },
    ...more,
  };
}

/** Returns the summary as printed, without the rules between its parts. */
function summaryOf(...results: StageResult[]) {
  return summarize(results).filter((line) => !line.startsWith('──') && line !== '');
}

describe('the summary of a run', () => {
  it('has a line for each stage, and a total', () => {
    expect(summaryOf(result('unit'), result('service'))).toEqual([
      'unit            12.3 s   3 passed, 0 failed',
      'service         12.3 s   3 passed, 0 failed',
      '6 passed, 0 failed',
    ]);
  });

  it('has the failures last, each with its place and the head of its message', () => {
    const failure = outcome('pays', { outcome: 'failed', why: 'expected 1 to be 2\nand more' });
    const tally = { ...NOTHING, passed: 1, failed: 1, failures: [failure], slowest: [failure] };
    const lines = summaryOf(result('service', { tally, log: 'test-results/service.log' }));
    expect(lines.slice(1)).toEqual([
      '    2.0 s  tests/some.test.ts:7  pays',
      'FAILED service: tests/some.test.ts:7  pays',
      '    expected 1 to be 2',
      '    and more',
      'In full: test-results/service.log',
      '1 passed, 1 failed',
    ]);
  });

  it('lists what was not run, and what several stages lack', () => {
    const without = ['php: not installed'];
    const lines = summaryOf(
      result('unit', { without, tally: { ...NOTHING, skipped: 2 } }),
      result('service', { without }),
      result('pgbouncer', { tally: NOTHING, notRun: 'not installed' }),
    );
    expect(lines.slice(3)).toEqual([
      'not run in part, without php: not installed (unit, service)',
      'not run pgbouncer: not installed',
      '2 tests were skipped',
      '3 passed, 0 failed',
    ]);
  });

  it('fits one screen however much fails', () => {
    const tests = Array.from({ length: 500 }, (_, index) =>
      outcome(`fails ${index}`, { outcome: 'failed', why: 'so' }),
    );
    const tally = { ...NOTHING, failed: 500, failures: tests, slowest: tests.slice(0, 10) };
    const lines = summarize([result('service', { tally })]);
    expect(lines.length).toBeLessThan(50);
    expect(lines).toContain('… and 488 more');
  });
});
