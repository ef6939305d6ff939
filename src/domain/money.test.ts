import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addMinorText, formatMinor, multiplyByRate, parseAmount, percentOf } from './money.ts';

const minor = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
/** Decimal text with six places, and its value in millionths. */
const rate = fc
  .tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 999_999 }))
  .map(([whole, millionths]) => ({
    text: `${whole}.${millionths.toString().padStart(6, '0')}`,
    millionths: BigInt(whole) * 1_000_000n + BigInt(millionths),
  }));

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    ['10', 1000n],
    ['10.5', 1050n],
    ['10.50', 1050n],
    ['0.01', 1n],
    ['007', 700n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('reads %s', (text, expected) => {
    expect(parseAmount(text)).toBe(expected);
  });

  it.each(['', '.5', '5.', '-1', '+1', '1e2', '1,5', ' 1', '1\n', '10.001', '1000000000000', '١'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeUndefined();
    },
  );

  it('is the inverse of formatMinor', () => {
    fc.assert(
      fc.property(minor, (amountMinor) => {
        expect(parseAmount(formatMinor(amountMinor))).toBe(amountMinor);
      }),
    );
  });
});

describe('formatMinor', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [1050n, '10.50'],
    [-5n, '-0.05'],
    [-1050n, '-10.50'],
  ])('writes %d as %s', (amountMinor, text) => {
    expect(formatMinor(amountMinor)).toBe(text);
  });
});

it('adds minor units given as text, beyond the range of numbers', () => {
  expect(addMinorText('9007199254740993', '-10')).toBe('9007199254740983');
});

describe('multiplyByRate', () => {
  it.each([
    [1000n, '1', 1000n],
    [1000n, '0.0021', 2n],
    [1n, '0.5', 1n],
    [1n, '0.49', 0n],
    [3n, '0.5', 2n],
    [99_999_999_999_999n, '1.000001', 100_000_099_999_999n],
  ])('%d × %s is %d, half up', (amountMinor, text, expected) => {
    expect(multiplyByRate(amountMinor, text)).toBe(expected);
  });

  it('differs from the exact product by at most half a unit, rounding up at the middle', () => {
    fc.assert(
      fc.property(minor, rate, (amountMinor, { text, millionths }) => {
        const exactMillionths = amountMinor * millionths;
        const errorMillionths = multiplyByRate(amountMinor, text) * 1_000_000n - exactMillionths;
        expect(errorMillionths).toBeGreaterThan(-500_000n);
        expect(errorMillionths).toBeLessThanOrEqual(500_000n);
      }),
    );
  });

  it.each(['', '-1', '1e3', '.5', 'NaN'])('throws for the rate %j', (text) => {
    const malformed = new RangeError('a rate or percentage must be plain decimal text');
    expect(() => multiplyByRate(1n, text)).toThrow(malformed);
  });

  it('throws for an amount below zero', () => {
    const negative = new RangeError('only amounts from zero upwards are multiplied');
    expect(() => multiplyByRate(-1n, '1')).toThrow(negative);
  });
});

describe('percentOf', () => {
  it.each([
    [10_000n, '2.9', 290n],
    [50n, '1', 1n],
    [49n, '1', 0n],
    [100n, '0', 0n],
    [12_345n, '100', 12_345n],
  ])('of %d, %s percent is %d', (amountMinor, percent, expected) => {
    expect(percentOf(amountMinor, percent)).toBe(expected);
  });

  it('equals multiplying by a hundredth of the percentage', () => {
    fc.assert(
      fc.property(minor, fc.nat({ max: 9999 }), (amountMinor, basisPoints) => {
        const percent = formatMinor(BigInt(basisPoints));
        const asRate = `0.${basisPoints.toString().padStart(4, '0')}`;
        expect(percentOf(amountMinor, percent)).toBe(multiplyByRate(amountMinor, asRate));
      }),
    );
  });
});
