import { expect, it } from 'vitest';
import { bars, formatPointTime, timesBetween, roundedUp } from './series.ts';

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

it('lists every hour of a range', () => {
  expect(timesBetween('2026-03-01T22:00:00.000Z', '2026-03-02T00:00:00.000Z', 'hour')).toEqual([
    '2026-03-01T22:00:00.000Z',
    '2026-03-01T23:00:00.000Z',
  ]);
});

it.each([
  [24, 24, 1],
  [168, 28, 6],
  [30, 30, 1],
  [365, 365, 1],
])('shows %d moments as %d bars of %d', (many, shown, size) => {
  const found = bars(Array.from({ length: many }, (_, index) => String(index)));
  expect(found).toHaveLength(shown);
  expect(found.map(({ times }) => times.length)).toEqual(Array(shown).fill(size));
  expect(found.flatMap(({ times }) => times)).toHaveLength(many);
});

it('names a day in UTC', () => {
  expect(formatPointTime('2026-03-01T00:00:00.000Z', 'day')).toBe('1 Mar');
});
