import { expect, it } from 'vitest';
import { countsInWords, levelInWords, monthInWords } from './ratio.ts';

const OF_MONTH = { disputes: 3, payments: 200, ratio: 0.0149, limit: 0.015 };

it.each([
  ['below', undefined, '1.49 %'],
  ['none', undefined, '1.49 %'],
  ['above', 'waiting', '1.49 %, limit 1.50 %'],
  ['excessive', 'bad', '1.49 %, excessive'],
] as const)('shows a ratio of the level %s in the tone %s as %s', (level, tone, text) => {
  expect(levelInWords({ ...OF_MONTH, level })).toEqual({ tone, text });
});

it('shows a dash if there were no payments', () => {
  expect(levelInWords({ ...OF_MONTH, ratio: null, level: 'none' }).text).toBe('–');
});

it.each([
  [3, 1200, '3 of 1,200'],
  [1, 0, '1 of no payments'],
  [0, 0, ''],
])('shows %d disputes of %d payments as %j', (disputes, payments, text) => {
  expect(countsInWords({ ...OF_MONTH, level: 'none', disputes, payments })).toBe(text);
});

it('names a month in UTC', () => {
  expect(monthInWords('2026-03')).toBe('Mar 2026');
});
