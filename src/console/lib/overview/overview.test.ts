import { describe, expect, it } from 'vitest';
import { approvalRate, compared, periodBefore } from './overview.ts';

describe('the approval rate', () => {
  it.each([
    [3, 1, 0.75],
    [0, 2, 0],
    [0, 0, null],
  ])('of %d paid and %d failed orders is %s', (succeeded, failed, rate) => {
    expect(approvalRate(succeeded, failed)).toBe(rate);
  });
});

describe('a comparison with the period before', () => {
  it('uses a period of the same length', () => {
    const week = { from: '2026-03-08T10:00:00.000Z', to: '2026-03-15T10:00:00.000Z' };
    expect(periodBefore(week)).toEqual({ from: '2026-03-01T10:00:00.000Z', to: week.from });
  });

  it.each([
    [112, 100, 'share', '12 % more'],
    [50, 100, 'share', '50 % less'],
    [100, 100, 'share', 'the same'],
    [5, 0, 'share', undefined],
    [5, undefined, 'share', undefined],
    [0.9, 0.887, 'points', '1.3 points more'],
    [0.5, 0.75, 'points', '25.0 points less'],
    [0.9, 0.9001, 'points', 'the same'],
  ] as const)('of %s with %s in %s says %s', (now, before, unit, said) => {
    expect(compared(now, before, unit)).toBe(said);
  });
});
