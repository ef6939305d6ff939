import { expect, it } from 'vitest';
import { quantile } from './terminals.ts';

const BOUNDS = [50, 100, 200];

it.each([
  { says: 'nothing of nothing', counts: [0, 0, 0], total: 0, part: 0.5, is: null },
  { says: 'the middle of a bucket', counts: [0, 10, 0], total: 10, part: 0.5, is: 75 },
  { says: 'the bucket that half of them reach', counts: [4, 4, 2], total: 10, part: 0.5, is: 63 },
  { says: 'where a bound is reached', counts: [5, 0, 5], total: 10, part: 0.5, is: 50 },
  { says: 'the last bound above all', counts: [1, 0, 0], total: 10, part: 0.95, is: 200 },
])('the quantile is $says', ({ counts, total, part, is }) => {
  expect(quantile(BOUNDS, counts, total, part)).toBe(is);
});
