import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES } from '../money.ts';
import {
  assertBalanced,
  conversion,
  disputeLose,
  disputeRecover,
  disputeRelease,
  disputeReserve,
  holdRelease,
  payinShortfall,
  payinSuccess,
  payoutRelease,
  payoutReserve,
  payoutSettle,
  refundRelease,
  refundReserve,
  refundSettle,
  rollingRelease,
  transfer,
  type Account,
  type Movement,
} from './posting.ts';

const gateId = 'gate';
const wallet: Account = { kind: 'wallet', merchantId: 'merchant' };
const available: Account = { kind: 'available', gateId };

/** Returns a movement's entries as `account currency amount`, without the owners. */
function lines({ entries }: Movement) {
  return entries.map(
    ({ account, currency, amountMinor }) => `${account.kind} ${currency} ${amountMinor}`,
  );
}

const payin = {
  gateId,
  currency: 'EUR',
  amountMinor: 10_000n,
  paid: { currency: 'EUR', amountMinor: 10_000n },
  feeTotalMinor: 320n,
  holdMinor: 9196n,
  rollingMinor: 484n,
} as const;
const payout = { gateId, currency: 'EUR', amountMinor: 10_000n, feeTotalMinor: 125n } as const;

const refund = {
  gateId,
  currency: 'EUR',
  amountMinor: 5_000n,
  paidBack: { currency: 'EUR', amountMinor: 5_000n },
  feeReturnedMinor: 0n,
  fixedFeeMinor: 0n,
} as const;

it('takes a shortfall from the sources of the merchant, and lowers what the acquirer owes', () => {
  const sources = { availableMinor: 100n, holdMinor: 30n, rollingMinor: 0n };
  const missing = { currency: 'USD', amountMinor: 143n } as const;
  expect(lines(payinShortfall({ gateId, currency: 'EUR', missing }, sources))).toEqual([
    'available EUR -100',
    'hold EUR -30',
    'conversion EUR 130',
    'conversion USD -143',
    'provider_clearing USD 143',
  ]);
});

describe('the movements of a refund', () => {
  const sources = { availableMinor: 4_000n, holdMinor: 900n, rollingMinor: 100n };

  it('reserve its cost, and release it', () => {
    expect(refundReserve(refund, sources).kind).toBe('refund_reserve');
    expect(refundRelease(refund, sources).kind).toBe('refund_release');
    expect(refundSettle(refund).kind).toBe('refund_settle');
    expect(lines(refundReserve(refund, sources))).toEqual([
      'available EUR -4000',
      'hold EUR -900',
      'rolling EUR -100',
      'refund_reserve EUR 5000',
    ]);
    expect(lines(refundRelease(refund, sources))).toEqual([
      'refund_reserve EUR -5000',
      'available EUR 4000',
      'hold EUR 900',
      'rolling EUR 100',
    ]);
  });

  it('pay it from the reserve', () => {
    expect(lines(refundSettle(refund))).toEqual([
      'refund_reserve EUR -5000',
      'provider_clearing EUR 5000',
    ]);
  });

  it('return a share of the fee, and charge a refund fee', () => {
    const fees = { feeReturnedMinor: 160n, fixedFeeMinor: 25n };
    expect(lines(refundSettle({ ...refund, ...fees }))).toEqual([
      'refund_reserve EUR -4865',
      'provider_clearing EUR 5000',
      'fee_income EUR -135',
    ]);
  });

  it('go through conversion if the payer paid in another currency', () => {
    const paidBack = { currency: 'USD', amountMinor: 5_500n } as const;
    expect(lines(refundSettle({ ...refund, paidBack }))).toEqual([
      'refund_reserve EUR -5000',
      'conversion EUR 5000',
      'conversion USD -5500',
      'provider_clearing USD 5500',
    ]);
  });
});

const dispute = {
  gateId,
  currency: 'EUR',
  amountMinor: 5_000n,
  disputed: { currency: 'EUR', amountMinor: 5_000n },
  feeMinor: 1_500n,
} as const;

describe('the movements of a dispute', () => {
  it('reserve amount and fee, and release both', () => {
    expect(disputeReserve(dispute).kind).toBe('dispute_reserve');
    expect(lines(disputeReserve(dispute))).toEqual([
      'available EUR -6500',
      'dispute_reserve EUR 6500',
    ]);
    expect(disputeRelease(dispute).kind).toBe('dispute_release');
    expect(lines(disputeRelease(dispute))).toEqual([
      'dispute_reserve EUR -6500',
      'available EUR 6500',
    ]);
  });

  it('pay the amount to the payer and the fee to the operator when lost, and reverse both', () => {
    expect(disputeLose(dispute).kind).toBe('dispute_lose');
    expect(lines(disputeLose(dispute))).toEqual([
      'dispute_reserve EUR -6500',
      'provider_clearing EUR 5000',
      'fee_income EUR 1500',
    ]);
    expect(disputeRecover(dispute).kind).toBe('dispute_recover');
    expect(lines(disputeRecover(dispute))).toEqual([
      'dispute_reserve EUR 6500',
      'provider_clearing EUR -5000',
      'fee_income EUR -1500',
    ]);
  });

  it('go through conversion if the payer paid in another currency', () => {
    const disputed = { currency: 'USD', amountMinor: 5_500n } as const;
    expect(lines(disputeLose({ ...dispute, disputed }))).toEqual([
      'dispute_reserve EUR -6500',
      'conversion EUR 5000',
      'conversion USD -5500',
      'provider_clearing USD 5500',
      'fee_income EUR 1500',
    ]);
  });
});

describe('payinSuccess', () => {
  it('credits hold, rolling reserve and fee, with nothing available if all the rest is held', () => {
    expect(lines(payinSuccess(payin))).toEqual([
      'provider_clearing EUR -10000',
      'hold EUR 9196',
      'rolling EUR 484',
      'fee_income EUR 320',
    ]);
  });

  it('credits the rest as available if nothing is held', () => {
    expect(lines(payinSuccess({ ...payin, holdMinor: 0n }))).toContain('available EUR 9196');
  });

  it('goes through conversion if the acquirer charged another currency', () => {
    const paid = { currency: 'USD', amountMinor: 11_000n } as const;
    expect(lines(payinSuccess({ ...payin, paid })).slice(0, 3)).toEqual([
      'provider_clearing USD -11000',
      'conversion USD 11000',
      'conversion EUR -10000',
    ]);
  });

  it('refuses different amounts in one currency', () => {
    const paid = { currency: 'EUR', amountMinor: 9999n } as const;
    const offBalance = new Error('a movement is off balance by 1 minor units EUR');
    expect(() => payinSuccess({ ...payin, paid })).toThrow(offBalance);
  });
});

describe('payouts', () => {
  it('reserve the total', () => {
    expect(lines(payoutReserve(payout))).toEqual([
      'available EUR -10125',
      'payout_reserve EUR 10125',
    ]);
  });

  it('settle to the acquirer and the fee', () => {
    expect(lines(payoutSettle(payout))).toEqual([
      'payout_reserve EUR -10125',
      'provider_clearing EUR 10000',
      'fee_income EUR 125',
    ]);
  });

  it('release their reserve', () => {
    expect(lines(payoutRelease(payout))).toEqual([
      'payout_reserve EUR -10125',
      'available EUR 10125',
    ]);
  });
});

it('releases move hold and rolling to available', () => {
  const money = { gateId, currency: 'EUR', amountMinor: 5n } as const;
  expect(lines(holdRelease(money))).toEqual(['hold EUR -5', 'available EUR 5']);
  expect(lines(rollingRelease(money))).toEqual(['rolling EUR -5', 'available EUR 5']);
});

it('the operator moves money between gate and wallet, and between currencies', () => {
  const euros = { currency: 'EUR', amountMinor: 5n } as const;
  const dollars = { currency: 'USD', amountMinor: 6n } as const;
  expect(lines(transfer(available, wallet, euros))).toEqual(['available EUR -5', 'wallet EUR 5']);
  expect(lines(conversion(available, euros, available, dollars))).toEqual([
    'available EUR -5',
    'conversion EUR 5',
    'conversion USD -6',
    'available USD 6',
  ]);
});

it('each movement has its kind', () => {
  const money = { gateId, currency: 'EUR', amountMinor: 5n } as const;
  const movements = [
    payinSuccess(payin),
    payoutReserve(payout),
    payoutSettle(payout),
    payoutRelease(payout),
    holdRelease(money),
    rollingRelease(money),
    transfer(available, wallet, money),
    conversion(available, money, available, { currency: 'USD', amountMinor: 6n }),
  ];
  expect(movements.map(({ kind }) => kind)).toEqual([
    'payin_success',
    'payout_reserve',
    'payout_settle',
    'payout_release',
    'hold_release',
    'rolling_release',
    'transfer',
    'conversion',
  ]);
});

it('every movement balances in every currency for any amounts', () => {
  const money = fc.record({
    currency: fc.constantFrom(...CURRENCIES),
    amountMinor: fc.bigInt({ min: 1n, max: 10n ** 14n }),
  });
  const share = fc.bigInt({ min: 0n, max: 100n });
  fc.assert(
    fc.property(money, money, share, share, (order, other, fee, hold) => {
      const paid = other.currency === order.currency ? order : other;
      const feeTotalMinor = (order.amountMinor * fee) / 100n;
      const holdMinor = ((order.amountMinor - feeTotalMinor) * hold) / 100n;
      const posted = { ...order, gateId, feeTotalMinor };
      const movements = [
        payinSuccess({ ...posted, paid, holdMinor, rollingMinor: 0n }),
        payoutReserve(posted),
        payoutSettle(posted),
        payoutRelease(posted),
      ];
      for (const { entries } of movements) {
        expect(() => assertBalanced(entries)).not.toThrow();
        expect(entries.every(({ amountMinor }) => amountMinor !== 0n)).toBe(true);
      }
    }),
  );
});
