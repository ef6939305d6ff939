import { describe, expect, it } from 'vitest';

import {
  add,
  inWords,
  evaluate,
  NO_END,
  NOTHING,
  sum,
  verdict,
  type Failure,
  type Tally,
} from './tally.ts';

function tally(passed: number, failed = 0, skipped = 0, failures: readonly Failure[] = []): Tally {
  return {
    passed,
    failed,
    skipped,
    failures,
    slowest: [],
  };
}

function test(title: string, tookMs = 1) {
  return { title, tookMs, at: 'some.test.ts:1' };
}

describe('the tally', () => {
  it('is one line, which mentions skipped tests only if there are some', () => {
    expect(inWords(tally(3))).toBe('3 passed, 0 failed');
    expect(inWords(tally(3, 1, 2))).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('ends in a verdict that has the same form whatever was skipped', () => {
    expect(verdict(tally(3, 1, 2))).toBe('3 passed, 1 failed');
  });

  it('counts tests as they end, and keeps the failures', () => {
    const failed = { ...test('fails'), outcome: 'failed', why: 'expected 1 to be 2' } as const;
    const all = add(add(NOTHING, { ...test('passes'), outcome: 'passed' }), failed);
    expect(all).toMatchObject({ passed: 1, failed: 1, skipped: 0, failures: [failed] });
  });

  it('keeps the ten slowest, over all stages', () => {
    const stage = (from: number) =>
      Array.from({ length: 20 }, (_, index) => from + index).reduce(
        (so, tookMs) => add(so, { ...test(String(tookMs), tookMs), outcome: 'passed' }),
        NOTHING,
      );
    const { slowest } = sum([stage(100), stage(115)]);
    expect(slowest.map(({ title }) => Number(title))).toEqual([
      134, 133, 132, 131, 130, 129, 128, 127, 126, 125,
    ]);
  });

  it('adds up over the stages', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((title) => ({ title }));
    if (!a || !b || !c) throw new Error('three');
    const sums = sum([tally(1, 2, 3, [a, b]), tally(4, 1, 6, [c])]);
    expect(sums).toEqual(tally(5, 3, 9, [a, b, c]));
    expect(sum([])).toEqual(NOTHING);
  });

  it('counts a runner that failed without a failed test as one failure', () => {
    const why = 'the last that it printed';
    const hidden = tally(5, 1, 0, [{ title: 'the runner ended with 1', why }]);
    expect(evaluate(tally(5), 1, why)).toEqual(hidden);
    expect(evaluate(tally(5, 2), 1)).toEqual(tally(5, 2));
    expect(evaluate(tally(5), 0)).toEqual(tally(5));
  });

  it('adds one failure for a runner that did not finish', () => {
    const failures = [{ title: NO_END, why: '' }];
    expect(evaluate(tally(0), undefined)).toEqual(tally(0, 1, 0, failures));
    expect(evaluate(tally(5, 2, 1), undefined)).toEqual(tally(5, 3, 1, failures));
  });
});
