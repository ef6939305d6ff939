import { describe, expect, it } from 'vitest';
import { decideNewRefund, findSources, type RefundablePayin } from './refund-decision.ts';

const payin: RefundablePayin = {
  amountMinor: 10_000n,
  paidMinor: 10_000n,
  feeTotalMinor: 300n,
  earlier: { amountMinor: 0n, paidBackMinor: 0n, sharedMinor: 0n, feeReturnedMinor: 0n },
  disputedMinor: 0n,
  fees: { feeReturned: false, fixedFeeMinor: 0n },
  isSupported: true,
  isGateFrozen: false,
  availableMinor: 50_000n,
  holdMinor: 0n,
  rollingMinor: 0n,
};
const refunded = (minor: bigint) => ({
  earlier: { amountMinor: minor, paidBackMinor: minor, sharedMinor: 0n, feeReturnedMinor: 0n },
});

describe('a new refund', () => {
  it('is of all that is left, without an amount', () => {
    expect(
      decideNewRefund({ ...payin, ...refunded(4_000n), disputedMinor: 1_000n }, undefined),
    ).toMatchObject({ kind: 'reserved', amounts: { amountMinor: 5_000n } });
  });

  it.each<[string, Partial<RefundablePayin>, bigint | undefined, bigint]>([
    ['exceeds the payin', {}, 10_001n, 10_000n],
    ['exceeds what earlier refunds left', refunded(9_999n), 2n, 1n],
    ['exceeds what disputes left', { disputedMinor: 9_000n }, 1_001n, 1_000n],
    ['has nothing left', refunded(10_000n), undefined, 0n],
    ['has less than nothing left', { ...refunded(6_000n), disputedMinor: 5_000n }, 1n, 0n],
  ])('is not created if it %s', (_why, changes, amountMinor, leftMinor) => {
    expect(decideNewRefund({ ...payin, ...changes }, amountMinor)).toEqual({
      kind: 'too_much',
      leftMinor,
    });
  });

  it.each<[string, Partial<RefundablePayin>]>([
    ['not_supported', { isSupported: false, isGateFrozen: true, availableMinor: 0n }],
    ['rounds_to_zero', { paidMinor: 1n, isGateFrozen: true, availableMinor: 0n }],
    ['gate_frozen', { isGateFrozen: true, availableMinor: 0n }],
    ['insufficient', { availableMinor: 99n }],
  ])('is refused as %s', (reason, changes) => {
    expect(decideNewRefund({ ...payin, ...changes }, 100n)).toMatchObject({
      kind: 'refused',
      reason,
      amounts: { amountMinor: 100n },
    });
  });

  it('has its fees besides its amount to cover', () => {
    const fees = { feeReturned: false, fixedFeeMinor: 25n };
    expect(decideNewRefund({ ...payin, fees, availableMinor: 124n }, 100n).kind).toBe('refused');
    expect(decideNewRefund({ ...payin, fees, availableMinor: 125n }, 100n)).toMatchObject({
      kind: 'reserved',
      sources: { availableMinor: 125n, holdMinor: 0n, rollingMinor: 0n },
    });
  });
});

describe('the sources of a cost of 100', () => {
  it.each([
    [{ available: 100n, hold: 50n, rolling: 50n }, [100n, 0n, 0n]],
    [{ available: 70n, hold: 50n, rolling: 50n }, [70n, 30n, 0n]],
    [{ available: 30n, hold: 50n, rolling: 50n }, [30n, 50n, 20n]],
    [{ available: -500n, hold: 50n, rolling: 50n }, [0n, 50n, 50n]],
    [{ available: 0n, hold: 50n, rolling: 49n }, undefined],
    [{ available: -1n, hold: 0n, rolling: 0n }, undefined],
  ])('of %o are %o', ({ available, hold, rolling }, expected) => {
    const funds = { availableMinor: available, holdMinor: hold, rollingMinor: rolling };
    const sources = findSources(funds, 100n);
    expect(sources && [sources.availableMinor, sources.holdMinor, sources.rollingMinor]).toEqual(
      expected,
    );
  });
});
