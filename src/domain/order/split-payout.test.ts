import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MAX_PAYOUT_PARTS, shareFee, splitPayout } from './split-payout.ts';

function sum(amounts: readonly bigint[]) {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function upTo(maxMinor: bigint, minMinor = 1n) {
  return { minMinor, maxMinor };
}

function parts(amountMinor: bigint, limits: Parameters<typeof splitPayout>[1]) {
  const split = splitPayout(amountMinor, limits);
  return split.ok ? split.value : split.problem;
}

function minor(max: bigint) {
  return fc.bigInt({ min: 1n, max });
}

describe('splitPayout', () => {
  it.each([
    [250_000n, 100_000n, 1n, [100_000n, 100_000n, 50_000n]],
    [200_000n, 100_000n, 1n, [100_000n, 100_000n]],
    [1n, 100_000n, 1n, [1n]],
    [100_000n, 100_000n, 100_000n, [100_000n]],
    [200_001n, 100_000n, 100n, [100_000n, 50_001n, 50_000n]],
    [201n, 100n, 60n, [67n, 67n, 67n]],
    [110n, 100n, 60n, 'parts_too_small'],
    [50n, 100n, 60n, 'parts_too_small'],
    [300n, 100n, 101n, 'parts_too_small'],
  ])(
    'keeps parts of %d to at most %d and at least %d',
    (amountMinor, maxMinor, minMinor, expected) => {
      expect(parts(amountMinor, { maxMinor, minMinor })).toEqual(expected);
    },
  );

  it('makes parts that add up and meet the limits whenever possible', () => {
    fc.assert(
      fc.property(minor(5_000n), minor(120n), minor(200n), (amountMinor, minMinor, maxMinor) => {
        const split = splitPayout(amountMinor, { minMinor, maxMinor });
        if (!split.ok) {
          expect(isSplittable(amountMinor, { minMinor, maxMinor })).toBe(false);
          return;
        }
        expect(sum(split.value)).toBe(amountMinor);
        expect(split.value.length).toBeLessThanOrEqual(MAX_PAYOUT_PARTS);
        for (const part of split.value) {
          expect(part >= minMinor && part <= maxMinor).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('makes no more than the limit of parts', () => {
    const most = 100n * BigInt(MAX_PAYOUT_PARTS);
    expect(parts(most, upTo(100n))).toHaveLength(MAX_PAYOUT_PARTS);
    expect(parts(most + 1n, upTo(100n))).toBe('too_many_parts');
    expect(parts(99_999_999_999_999n, upTo(1n))).toBe('too_many_parts');
  });

  it('throws for a part limit of zero or less', () => {
    for (const maxMinor of [0n, -1n]) {
      const split = () => splitPayout(1n, upTo(maxMinor));
      expect(split).toThrow(new RangeError('a part must be able to hold something'));
    }
  });
});

/** Tries every number of parts. */
function isSplittable(
  amountMinor: bigint,
  { minMinor, maxMinor }: Parameters<typeof splitPayout>[1],
): boolean {
  const counts = Array.from({ length: MAX_PAYOUT_PARTS }, (_, index) => BigInt(index + 1));
  return counts.some((count) => count * minMinor <= amountMinor && amountMinor <= count * maxMinor);
}

describe('shareFee', () => {
  it.each([
    ['in proportion', 2_501n, [100_000n, 100_000n, 50_050n], [1_000n, 1_000n, 501n]],
    ['with the rounding in the last', 2n, [10n, 10n, 10n], [0n, 0n, 2n]],
    ['whole where there is one part', 320n, [10_000n], [320n]],
    ['as nothing where there is none', 0n, [10n, 20n], [0n, 0n]],
  ])('divides a fee %s', (_, feeMinor, partsMinor, shares) => {
    expect(shareFee(feeMinor, partsMinor)).toEqual(shares);
  });

  it('makes non-negative shares that add up, each but the last at most its proportion', () => {
    const amounts = fc.array(minor(1_000_000n), { minLength: 1, maxLength: MAX_PAYOUT_PARTS });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1_000_000n }), amounts, (feeMinor, partsMinor) => {
        const shares = shareFee(feeMinor, partsMinor);
        expect(shares).toHaveLength(partsMinor.length);
        expect(sum(shares)).toBe(feeMinor);
        const amountMinor = sum(partsMinor);
        shares.forEach((share, index) => {
          expect(share >= 0n).toBe(true);
          const isLast = index === shares.length - 1;
          const proportion = feeMinor * (partsMinor[index] ?? 0n);
          if (!isLast) expect(share * amountMinor <= proportion).toBe(true);
        });
      }),
    );
  });
});
