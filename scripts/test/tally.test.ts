import { describe, expect, it } from 'vitest';

import { inWords, judge, sum, verdict } from './tally.ts';

const tally = (passed: number, failed = 0, skipped = 0, failures: string[] = []) => ({
  passed,
  failed,
  skipped,
  failures,
});

const NO_END = 'the runner did not come to its end';

describe('the tally', () => {
  it('is worded as one line, which names skipped tests only where there are some', () => {
    expect(inWords(tally(3))).toBe('3 passed, 0 failed');
    expect(inWords(tally(3, 1, 2))).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('ends in a verdict that has the same form whatever was skipped', () => {
    expect(verdict(tally(3, 1, 2))).toBe('3 passed, 1 failed');
    expect(verdict(tally(3))).toBe('3 passed, 0 failed');
  });

  it('adds up over the stages', () => {
    const sums = sum([tally(1, 2, 3, ['a', 'b']), tally(4, 1, 6, ['c'])]);
    expect(sums).toEqual(tally(5, 3, 9, ['a', 'b', 'c']));
    expect(sum([])).toEqual(tally(0));
  });

  it('counts a runner that ended badly as one failure where it names none', () => {
    expect(judge(tally(5), 1)).toEqual(tally(5, 1, 0, ['the runner ended with 1']));
    expect(judge(tally(5, 2), 1)).toEqual(tally(5, 2));
    expect(judge(tally(5), 0)).toEqual(tally(5));
  });

  it('counts a runner that did not come to its end as one failure more', () => {
    expect(judge(tally(0), undefined)).toEqual(tally(0, 1, 0, [NO_END]));
    expect(judge(tally(5, 2, 1), undefined)).toEqual(tally(5, 3, 1, [NO_END]));
  });
});
