import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { feeSwallowsAmount, feeTotal, payinAmounts, payoutAmounts, type FeePlan } from './fees.ts';
import { formatMinor } from '../money.ts';

const CARD_EUR: FeePlan = { percent: '2.9', fixedMinor: 30n, minMinor: 50n, maxMinor: 5000n };

const amount = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
const percent = fc.nat({ max: 10_000 }).map((basisPoints) => formatMinor(BigInt(basisPoints)));
const small = fc.bigInt({ min: 0n, max: 100_000n });
const plan: fc.Arbitrary<FeePlan> = fc
  .record({ percent, fixedMinor: small, minMinor: small, spanMinor: small })
  .map(({ spanMinor, ...rest }) => ({ ...rest, maxMinor: rest.minMinor + spanMinor }));
const retention = fc.record({
  settlementPeriodDays: fc.nat({ max: 30 }),
  rollingPercent: percent,
});

describe('feeTotal', () => {
  it.each([
    ['percentage and fixed part', 10_000n, CARD_EUR, 320n],
    ['the minimum', 100n, CARD_EUR, 50n],
    ['the maximum', 500_000n, CARD_EUR, 5000n],
    ['no bounds where none are set', 100n, { percent: '1', fixedMinor: 0n }, 1n],
    ['half a unit rounded up', 50n, { percent: '1', fixedMinor: 0n }, 1n],
    ['less than half rounded down', 49n, { percent: '1', fixedMinor: 0n }, 0n],
    ['no fee', 100n, { percent: '0', fixedMinor: 0n }, 0n],
  ])('takes %s', (_, amountMinor, fees, expected) => {
    expect(feeTotal(amountMinor, fees)).toBe(expected);
  });

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(amount, plan, (amountMinor, fees) => {
        const fee = feeTotal(amountMinor, fees);
        expect(fee >= (fees.minMinor ?? 0n)).toBe(true);
        expect(fee <= (fees.maxMinor ?? fee)).toBe(true);
      }),
    );
  });

  it('never falls as the amount grows', () => {
    fc.assert(
      fc.property(amount, amount, plan, (one, other, fees) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(feeTotal(less, fees) <= feeTotal(more, fees)).toBe(true);
      }),
    );
  });
});

describe('payinAmounts', () => {
  it("splits 100.00 by the sandbox method's rates", () => {
    const held = { settlementPeriodDays: 2, rollingPercent: '5' };
    expect(payinAmounts(10_000n, CARD_EUR, held)).toEqual({
      feeTotalMinor: 320n,
      totalMinor: 9680n,
      rollingMinor: 484n,
      holdMinor: 9196n,
    });
  });

  it('holds nothing without a settlement period', () => {
    const amounts = payinAmounts(10_000n, CARD_EUR, {
      settlementPeriodDays: 0,
      rollingPercent: '5',
    });
    expect(amounts).toMatchObject({ rollingMinor: 484n, holdMinor: 0n });
  });

  it('adds up, and is never negative', () => {
    fc.assert(
      fc.property(amount, plan, retention, (amountMinor, fees, kept) => {
        const amounts = payinAmounts(amountMinor, fees, kept);
        for (const value of Object.values(amounts)) expect(value >= 0n).toBe(true);
        const { feeTotalMinor, totalMinor, rollingMinor, holdMinor } = amounts;
        if (feeTotalMinor <= amountMinor) expect(totalMinor + feeTotalMinor).toBe(amountMinor);
        if (kept.settlementPeriodDays > 0) expect(holdMinor + rollingMinor).toBe(totalMinor);
      }),
    );
  });
});

describe('payoutAmounts', () => {
  it('puts the fee on top', () => {
    expect(payoutAmounts(10_000n, 125n)).toEqual({
      amountMinor: 10_000n,
      feeTotalMinor: 125n,
      totalMinor: 10_125n,
    });
  });
});

describe('feeSwallowsAmount', () => {
  it.each([
    ['above the amount', 49n, true],
    ['as large as the amount', 50n, true],
    ['below the amount', 51n, false],
  ])('evaluates a fee %s', (_, amountMinor, swallows) => {
    expect(feeSwallowsAmount(amountMinor, CARD_EUR)).toBe(swallows);
  });
});
