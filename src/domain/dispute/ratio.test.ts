import { describe, expect, it } from 'vitest';
import {
  DEFAULT_DISPUTE_LIMITS,
  disputeLimitsOf,
  disputeRatio,
  isTooHigh,
  monthOf,
  monthText,
  schemeOf,
  startOfMonth,
} from './ratio.ts';

const MARCH = monthOf(new Date('2026-03-15T00:00:00Z'));
const FEBRUARY = MARCH - 1;
const limits = DEFAULT_DISPUTE_LIMITS;

describe('the limits of a merchant', () => {
  it('are the default ones, except those set for it', () => {
    expect(disputeLimitsOf({})).toEqual(limits);
    const own = { visa_dispute_count: 7, dispute_ratio_payments: undefined };
    expect(disputeLimitsOf(own)).toEqual({ ...limits, visa_dispute_count: 7 });
  });
});

describe('the scheme of a card', () => {
  it.each([
    ['visa', 'visa'],
    ['mastercard', 'mastercard'],
    ['maestro', 'mastercard'],
    ['amex', 'other'],
    [null, 'other'],
  ] as const)('of brand %s is %s', (brand, scheme) => {
    expect(schemeOf(brand)).toBe(scheme);
  });
});

describe('a dispute ratio', () => {
  it("divides disputes by the same month's payments for Visa, the previous month's for Mastercard", () => {
    const counted = [
      { month: FEBRUARY, disputes: 9, payments: 400 },
      { month: MARCH, disputes: 2, payments: 1_000 },
    ];
    const of = (scheme: 'visa' | 'mastercard', month = MARCH) => {
      const { disputes, payments, ratio } = disputeRatio(scheme, month, { counted, limits });
      return [disputes, payments, ratio];
    };
    expect(of('visa')).toEqual([2, 1_000, 0.002]);
    expect(of('mastercard')).toEqual([2, 400, 0.005]);
    expect(of('visa', FEBRUARY)).toEqual([9, 400, 0.0225]);
    expect(of('mastercard', FEBRUARY)).toEqual([9, 0, undefined]);
  });

  it.each([
    { says: 'nothing of a month without anything', disputes: 0, payments: 0, level: 'none' },
    { says: 'nothing of too few payments', disputes: 50, payments: 99, level: 'none' },
    { says: 'below just under its limit', disputes: 2, payments: 134, level: 'below' },
    { says: 'below without a dispute', disputes: 0, payments: 134, level: 'below' },
    { says: 'above at the least payments', disputes: 2, payments: 100, level: 'above' },
    { says: 'above at its limit exactly', disputes: 3, payments: 200, level: 'above' },
    {
      says: 'above with too few for the programme',
      disputes: 1_499,
      payments: 50_000,
      level: 'above',
    },
    {
      says: 'excessive from so many disputes on',
      disputes: 1_500,
      payments: 100_000,
      level: 'excessive',
    },
    {
      says: 'below with many disputes of more payments',
      disputes: 1_500,
      payments: 100_001,
      level: 'below',
    },
    { says: 'excessive of hardly any payments', disputes: 1_500, payments: 0, level: 'excessive' },
  ])('says $says', ({ disputes, payments, level }) => {
    const counted = [{ month: MARCH, disputes, payments }];
    expect(disputeRatio('visa', MARCH, { counted, limits }).level).toBe(level);
  });

  it.each([
    ['none', false],
    ['below', false],
    ['above', true],
    ['excessive', true],
  ] as const)('that is %s is too high: %s', (level, isAsked) => {
    expect(isTooHigh({ level })).toBe(isAsked);
  });

  it('is undefined in a month without counts', () => {
    const counted = [{ month: FEBRUARY, disputes: 9, payments: 400 }];
    expect(disputeRatio('visa', MARCH, { counted, limits })).toMatchObject({
      disputes: 0,
      payments: 0,
      ratio: undefined,
      level: 'none',
    });
  });

  it("uses each scheme's own limits, and none if the scheme publishes none", () => {
    const counted = [
      { month: FEBRUARY, disputes: 0, payments: 1_000 },
      { month: MARCH, disputes: 100, payments: 1_000 },
    ];
    const own = disputeLimitsOf({ visa_dispute_basis_points: 1_001 });
    const of = (scheme: 'visa' | 'mastercard' | 'other') => {
      const { level, limit } = disputeRatio(scheme, MARCH, { counted, limits: own });
      return [level, limit];
    };
    expect(of('visa')).toEqual(['below', 0.1001]);
    expect(of('mastercard')).toEqual(['excessive', 0.015]);
    expect(of('other')).toEqual(['none', undefined]);
  });
});

describe('a month', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03'],
    ['2026-02-28T23:59:59.999Z', '2026-02'],
    ['2026-01-01T00:00:00.000Z', '2026-01'],
    ['2025-12-31T23:59:59.999Z', '2025-12'],
    ['2026-03-01T01:00:00.000+02:00', '2026-02'],
  ])('of %s is %s, in UTC', (instant, text) => {
    expect(monthText(monthOf(new Date(instant)))).toBe(text);
  });

  it('starts at its first instant in UTC, and December is followed by January', () => {
    const january = monthOf(new Date('2025-12-31T00:00:00Z')) + 1;
    expect(startOfMonth(january)).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect(monthOf(startOfMonth(january))).toBe(january);
  });
});
