import { expect, it } from 'vitest';
import { longestWaitMs, median } from './recovery.ts';

const disturbance = { startedMs: 1_000, endedMs: 9_000 };

it.each([
  ['was answered before', [500, 900], 0],
  ['began after', [9_100, 20_000], 0],
  ['was under way', [500, 3_000], 2_000],
  ['came during it, and was answered after it', [2_000, 10_000], 8_000],
])('measures the wait of a request that %s', (_, [startedMs = 0, answeredMs = 0], waitMs) => {
  expect(longestWaitMs([{ startedMs, answeredMs }], disturbance)).toBe(waitMs);
});

it('computes the median', () => {
  expect([median([]), median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([0, 2, 2]);
});
