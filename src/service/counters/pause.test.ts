import { expect, it } from 'vitest';
import { pauseAfter } from './pause.ts';

it.each([
  [10, 2_000],
  [500, 20_000],
  [60_000, 300_000],
])('after a round of %i ms nobody counts for %i ms', (tookMs, pauseMs) => {
  expect(pauseAfter(tookMs)).toBe(pauseMs);
});
