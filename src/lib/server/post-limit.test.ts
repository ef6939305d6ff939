import { expect, test } from 'vitest';

import { PostLimit } from './post-limit.ts';

const T0_MS = 1_000_000;

test('lets as many posts a minute pass as it is set to, and says how long to wait', () => {
  const limit = new PostLimit(2);
  expect(limit.take('a', T0_MS)).toBe(0);
  expect(limit.take('a', T0_MS + 10_000)).toBe(0);
  expect(limit.take('a', T0_MS + 20_000)).toBe(40);
  expect(limit.take('a', T0_MS + 60_000)).toBe(0);
});

test('counts every address for itself', () => {
  const limit = new PostLimit(1);
  expect(limit.take('a', T0_MS)).toBe(0);
  expect(limit.take('b', T0_MS)).toBe(0);
  expect(limit.take('a', T0_MS)).toBeGreaterThan(0);
});

test('forgets the oldest addresses rather than grow without end', () => {
  const limit = new PostLimit(1);
  limit.take('first', T0_MS);
  for (let n = 0; n < 10_000; n += 1) limit.take(String(n), T0_MS);
  expect(limit.take('first', T0_MS)).toBe(0);
});
