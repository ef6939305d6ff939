import { describe, expect, it } from 'vitest';
import { compared, nameOfRow, ordersBehind, periodBefore, rateInWords } from './overview.ts';

describe('a row of rates', () => {
  it.each([
    ['reason', 'not_authenticated', 'Declined: not confirmed by 3-D Secure'],
    ['reason', 'WORKFLOW_EXECUTION_SKIPPED', 'Not paid in time'],
    ['reason', '', 'Paid or still open'],
    ['brand', 'visa', 'Visa'],
    ['brand', '', 'Not a card, or none yet'],
    ['merchant', 'x', 'Shop'],
    ['terminal', '00000000-0000-0000-0000-000000000000', 'No attempt yet'],
  ] as const)('by %s, %s is named "%s"', (by, id, said) => {
    expect(nameOfRow(by, { id, name: 'Shop' })).toBe(said);
  });

  it('links to its orders, without what is no filter', () => {
    const filters = { from: 'a', step: 'sent', terminal: '00000000-0000-0000-0000-000000000000' };
    expect(ordersBehind(filters)).toBe('/orders?direction=payin&from=a&step=sent');
  });
});

it.each([
  ['1', '100 %'],
  ['0.5', '50 %'],
  ['0.8333', '83.3 %'],
  [null, '–'],
])('a rate of %s is shown as %s', (rate, text) => {
  expect(rateInWords(rate)).toBe(text);
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
    [0.5, 0.75, 'points', '25 points less'],
    [0.91, 0.9, 'points', '1 point more'],
    [0.9, 0.9001, 'points', 'the same'],
  ] as const)('of %s with %s in %s says %s', (now, before, unit, said) => {
    expect(compared(now, before, unit)).toBe(said);
  });
});
