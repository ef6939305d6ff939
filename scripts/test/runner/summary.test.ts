import { expect, it } from 'vitest';

import type { Outcome } from './outcomes.ts';
import type { StageResult } from './run-stage.ts';
import { summarize } from './summary.ts';

const test = { title: 'pays', at: 'tests/some.test.ts:7', tookMs: 2_000 };
const passed: Outcome = { ...test, outcome: 'passed' };
const failed: Outcome = { ...test, outcome: 'failed' };
const skipped: Outcome = { ...test, outcome: 'skipped', tookMs: 0 };

function result(stage: string, more: Partial<StageResult> = {}): StageResult {
  return { stage, tookMs: 12_345, outcomes: [passed, passed], ...more };
}

it('a summary has the stages, the slowest tests, what did not run and why, the failures, and the total last', () => {
  const results = [
    result('unit', { outcomes: [passed, skipped] }),
    result('service', { outcomes: [failed] }),
    result('engine', { outcomes: [], tookMs: 0, notRun: 'no PostgreSQL here' }),
  ];
  const lines = summarize(results, new Map([['php', 'not installed']]));
  expect(lines.filter((line) => !line.startsWith('──') && line !== '')).toEqual([
    'unit            12.3 s   1 passed, 0 failed, 1 skipped',
    'service         12.3 s   0 passed, 1 failed',
    'engine           0.0 s   0 passed, 0 failed (no PostgreSQL here)',
    '    2.0 s  tests/some.test.ts:7  pays',
    '    2.0 s  tests/some.test.ts:7  pays',
    'without php: not installed',
    'FAILED service: tests/some.test.ts:7  pays',
    '1 passed, 1 failed',
  ]);
});
