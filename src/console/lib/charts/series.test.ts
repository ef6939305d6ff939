import { expect, it } from 'vitest';
import { moments, roundedUp } from './series.ts';

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [11, 20],
  [99, 100],
  [4_001, 5_000],
])('rounds %d up to %d', (most, rounded) => {
  expect(roundedUp(most)).toBe(rounded);
});

it('has every hour of a range', () => {
  expect(moments('2026-03-01T22:00:00.000Z', '2026-03-02T00:00:00.000Z', 'hour')).toEqual([
    '2026-03-01T22:00:00.000Z',
    '2026-03-01T23:00:00.000Z',
  ]);
});
