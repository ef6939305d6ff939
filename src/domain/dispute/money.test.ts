import { describe, expect, it } from 'vitest';
import { claimedAmount, divideDisputed, type DisputablePayin } from './money.ts';
import { disputeStanding, type DisputeStep } from './status.ts';

const NOTHING = { amountMinor: 0n, paidMinor: 0n };
const PAID: DisputablePayin = {
  amountMinor: 4_000n,
  paidMinor: 4_000n,
  refunded: NOTHING,
  otherDisputes: NOTHING,
};

function same(minor: bigint) {
  return { amountMinor: minor, paidMinor: minor };
}

function standing(
  disputedMinor: bigint | undefined,
  chargedMinor = 0n,
  step: DisputeStep = 'charged_back',
) {
  return disputeStanding([
    {
      eventId: 'a',
      step,
      byHand: false,
      reportedAt: new Date(0),
      disputedMinor,
      reasonCode: undefined,
      answerBy: undefined,
      chargedMinor,
    },
  ]);
}

describe('a dispute takes', () => {
  it.each<[string, Partial<DisputablePayin>, bigint | undefined, bigint, bigint]>([
    ['what is disputed, of an intact payment', {}, 1_500n, 1_500n, 0n],
    ['the whole payment, if no notice has an amount', {}, undefined, 4_000n, 0n],
    ['at most what was paid', {}, 4_001n, 4_000n, 1n],
    ['what a refund left', { refunded: same(2_500n) }, 4_000n, 1_500n, 2_500n],
    [
      'nothing of a payment that was refunded in full',
      { refunded: same(4_000n) },
      4_000n,
      0n,
      4_000n,
    ],
    ['what other disputes left', { otherDisputes: same(3_000n) }, 1_500n, 1_000n, 500n],
    ['nothing if they left nothing', { otherDisputes: same(4_500n) }, 1_500n, 0n, 1_500n],
    [
      'what both left',
      { refunded: same(1_000n), otherDisputes: same(1_000n) },
      3_000n,
      2_000n,
      1_000n,
    ],
    ['nothing that the acquirer gave back', {}, 0n, 0n, 0n],
  ])('%s', (_, left, disputedMinor, takenMinor, unreservedMinor) => {
    expect(divideDisputed(standing(disputedMinor), { ...PAID, ...left })).toEqual({
      taken: same(takenMinor),
      unreservedMinor,
    });
  });

  it.each<[bigint, bigint, bigint]>([
    [0n, 1_500n, 2_500n],
    [1_000n, 2_500n, 1_500n],
    [2_500n, 4_000n, 0n],
    [9_000n, 4_000n, 0n],
  ])(
    'what an operator charged besides what is left: %d',
    (chargedMinor, takenMinor, unreservedMinor) => {
      const payin = { ...PAID, refunded: same(2_500n) };
      expect(divideDisputed(standing(4_000n, chargedMinor), payin)).toEqual({
        taken: same(takenMinor),
        unreservedMinor,
      });
    },
  );

  it('nothing while it is an inquiry or won, so that nothing limits its amount', () => {
    for (const step of ['inquiry_opened', 'won', 'refunded'] as const) {
      const payin = { ...PAID, refunded: same(4_000n) };
      expect(divideDisputed(standing(4_000n, 0n, step), payin)).toEqual({
        taken: same(4_000n),
        unreservedMinor: 0n,
      });
    }
  });

  it("a converted payin's own share, and the last part completes the whole", () => {
    const payin = { ...PAID, amountMinor: 100_000n, paidMinor: 210n };
    const part = (disputedMinor: bigint, left: Partial<DisputablePayin> = {}) =>
      divideDisputed(standing(disputedMinor), { ...payin, ...left });
    expect(part(70n)).toEqual({
      taken: { amountMinor: 33_333n, paidMinor: 70n },
      unreservedMinor: 0n,
    });
    const otherDisputes = { amountMinor: 33_333n, paidMinor: 70n };
    expect(part(140n, { otherDisputes })).toEqual({
      taken: { amountMinor: 66_667n, paidMinor: 140n },
      unreservedMinor: 0n,
    });
    expect(part(210n, { otherDisputes })).toEqual({
      taken: { amountMinor: 66_667n, paidMinor: 140n },
      unreservedMinor: 33_333n,
    });
  });

  it('never more than was paid and not refunded, for any amounts and conversion', () => {
    const next = randomNumbers(5);
    for (let round = 0; round < 2_000; round += 1) {
      const amountMinor = BigInt(1 + (next() % 10_000));
      const paidMinor = BigInt(1 + (next() % 10_000));
      const refundedPaid = BigInt(next()) % (paidMinor + 1n);
      const refunded = {
        amountMinor: (amountMinor * refundedPaid) / paidMinor,
        paidMinor: refundedPaid,
      };
      let otherDisputes = NOTHING;
      for (let dispute = 0; dispute < 4; dispute += 1) {
        const disputed = BigInt(1 + (next() % 12_000));
        const { taken, unreservedMinor } = divideDisputed(standing(disputed), {
          amountMinor,
          paidMinor,
          refunded,
          otherDisputes,
        });
        otherDisputes = {
          amountMinor: otherDisputes.amountMinor + taken.amountMinor,
          paidMinor: otherDisputes.paidMinor + taken.paidMinor,
        };
        expect(unreservedMinor >= 0n && taken.amountMinor >= 0n && taken.paidMinor >= 0n).toBe(
          true,
        );
        expect(taken.paidMinor <= disputed).toBe(true);
        expect(otherDisputes.amountMinor <= amountMinor - refunded.amountMinor).toBe(true);
        expect(otherDisputes.paidMinor <= paidMinor - refunded.paidMinor).toBe(true);
      }
    }
  });
});

describe('the amount of a dispute', () => {
  const of = (amountMinor: bigint, currency = 'EUR') => ({ amountMinor, currency });

  it.each<[string, Parameters<typeof claimedAmount>[0], bigint | undefined, RegExp | undefined]>([
    ['is what is disputed', { disputed: of(700n) }, 700n, undefined],
    ['is not known without one', { disputed: undefined }, undefined, undefined],
    ['is not known if it is zero', { disputed: of(0n) }, undefined, undefined],
    [
      'is not known in another currency',
      { disputed: of(700n, 'JPY') },
      undefined,
      /it disputes JPY, and EUR/,
    ],
    ['is what the acquirer took', { disputed: of(700n), movements: [of(-300n)] }, 300n, undefined],
    [
      'is what the acquirer took less what it gave back',
      { disputed: of(700n), movements: [of(-700n), of(-100n), of(50n)] },
      750n,
      undefined,
    ],
    [
      'is zero if it gave all back',
      { disputed: of(700n), movements: [of(-700n), of(700n)] },
      0n,
      undefined,
    ],
    [
      'is what is disputed, for a person to check, if it took another currency',
      { disputed: of(700n), movements: [of(-700n), of(-1n, 'USD')] },
      700n,
      /does not say how much EUR it took/,
    ],
    [
      'is what is disputed, for a person to check, if it does not say',
      { disputed: of(700n), movements: [] },
      700n,
      /does not say/,
    ],
    [
      'is what it took in the currency of the payment, whatever is disputed',
      { disputed: of(900n, 'USD'), movements: [of(-700n)] },
      700n,
      undefined,
    ],
  ])('%s', (_, claim, claimMinor, problem) => {
    const claimed = claimedAmount(claim, 'EUR');
    expect(claimed.claimMinor).toBe(claimMinor);
    if (problem === undefined) expect(claimed.problem).toBeUndefined();
    else expect(claimed.problem).toMatch(problem);
  });
});

/** A seeded generator, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> 8;
  };
}
