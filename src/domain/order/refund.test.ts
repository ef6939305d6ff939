import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundAmounts, type Refunded } from './refund.ts';

const NOTHING: Refunded = {
  amountMinor: 0n,
  paidBackMinor: 0n,
  sharedMinor: 0n,
  feeReturnedMinor: 0n,
};
const KEPT = { feeReturned: false, fixedFeeMinor: 0n };
const RETURNED = { feeReturned: true, fixedFeeMinor: 0n };
const payin = { amountMinor: 10_000n, paidMinor: 10_000n, feeTotalMinor: 320n };

describe('the amounts of a refund', () => {
  it('cost the merchant the whole amount if the fee is kept', () => {
    expect(refundAmounts(payin, NOTHING, 5_000n, KEPT)).toEqual({
      amountMinor: 5_000n,
      paidBackMinor: 5_000n,
      sharedMinor: 0n,
      feeReturnedMinor: 0n,
      fixedFeeMinor: 0n,
      costMinor: 5_000n,
    });
  });

  it('cost less by the returned share of the fee, and more by the fixed fee', () => {
    const fees = { feeReturned: true, fixedFeeMinor: 25n };
    expect(refundAmounts(payin, NOTHING, 5_000n, fees)).toMatchObject({
      feeReturnedMinor: 160n,
      costMinor: 4_865n,
    });
  });

  it('do not return the share of an earlier refund that kept it', () => {
    const kept = refundAmounts(payin, NOTHING, 5_000n, KEPT);
    expect(refundAmounts(payin, kept, 2_500n, RETURNED).feeReturnedMinor).toBe(80n);
  });

  it("are converted by the order's own rate, rounded half up", () => {
    const converted = { ...payin, amountMinor: 1_000n, paidMinor: 925n };
    const half = refundAmounts(converted, NOTHING, 500n, KEPT);
    expect(half.paidBackMinor).toBe(463n);
    expect(refundAmounts(converted, half, 500n, KEPT).paidBackMinor).toBe(462n);
  });

  it('debit something even if the share of the fee rounds up to the whole amount', () => {
    const small = { amountMinor: 3n, paidMinor: 3n, feeTotalMinor: 2n };
    expect(refundAmounts(small, NOTHING, 1n, RETURNED)).toMatchObject({
      feeReturnedMinor: 0n,
      costMinor: 1n,
    });
  });

  it('debit the fixed fee if the share of the fee equals the refund', () => {
    const small = { amountMinor: 3n, paidMinor: 3n, feeTotalMinor: 2n };
    const fees = { feeReturned: true, fixedFeeMinor: 1n };
    expect(refundAmounts(small, NOTHING, 1n, fees)).toMatchObject({
      feeReturnedMinor: 1n,
      costMinor: 1n,
    });
  });

  it('pay back zero, never less, after a refund that was rounded up and one that failed', () => {
    const converted = { amountMinor: 10n, paidMinor: 2n, feeTotalMinor: 0n };
    const failed = refundAmounts(converted, NOTHING, 2n, KEPT);
    const before = refundAmounts(converted, failed, 1n, KEPT);
    expect([failed, before].map(({ paidBackMinor }) => paidBackMinor)).toEqual([0n, 1n]);
    expect(refundAmounts(converted, before, 1n, KEPT).paidBackMinor).toBe(0n);
  });

  it('are refused beyond what is left', () => {
    const most = refundAmounts(payin, NOTHING, 10_000n, KEPT);
    expect(() => refundAmounts(payin, most, 1n, KEPT)).toThrow(RangeError);
  });

  it('never exceed the whole in total, whichever fail, and complete it at the end', () => {
    const amounts = fc.tuple(
      fc.bigInt(1n, 1_000_000n),
      fc.bigInt(1n, 2_000_000n),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
    );
    const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), {
      maxLength: 100,
    });
    fc.assert(
      fc.property(amounts, steps, ([amountMinor, paidMinor, feeShare], parts) => {
        const feeTotalMinor = BigInt(Math.floor(Number(amountMinor) * feeShare));
        const whole = { amountMinor, paidMinor, feeTotalMinor };
        let kept = NOTHING;
        const add = (minor: bigint, fails: boolean) => {
          const made = refundAmounts(whole, kept, minor, RETURNED);
          expect(made.costMinor).toBeGreaterThan(0n);
          if (fails) return;
          kept = {
            amountMinor: kept.amountMinor + made.amountMinor,
            paidBackMinor: kept.paidBackMinor + made.paidBackMinor,
            sharedMinor: kept.sharedMinor + made.sharedMinor,
            feeReturnedMinor: kept.feeReturnedMinor + made.feeReturnedMinor,
          };
          expect(kept.paidBackMinor <= paidMinor).toBe(true);
          expect(kept.feeReturnedMinor <= feeTotalMinor).toBe(true);
        };
        for (const [share, fails] of parts) {
          const leftMinor = amountMinor - kept.amountMinor;
          const minor = BigInt(Math.ceil(Number(leftMinor) * share));
          if (minor > 0n && minor <= leftMinor) add(minor, fails);
        }
        const leftMinor = amountMinor - kept.amountMinor;
        if (leftMinor > 0n) add(leftMinor, false);
        expect(kept.amountMinor).toBe(amountMinor);
        expect(kept.paidBackMinor).toBe(paidMinor);
      }),
    );
  });
});
