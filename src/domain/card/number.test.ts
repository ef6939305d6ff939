import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isCardNumber, maskCardNumber, normalizeCardNumber, passesLuhn } from './number.ts';

const DIGITS = Array.from('0123456789');

function digits(length: { minLength: number; maxLength: number }) {
  return fc.string({ unit: fc.constantFrom(...DIGITS), ...length });
}

/** Numbers with a valid check digit: exactly one of the ten digits fits. */
const validNumber = digits({ minLength: 11, maxLength: 18 }).map((body) => {
  const fitting = DIGITS.find((check) => passesLuhn(body + check));
  return body + (fitting ?? '');
});

describe('isCardNumber', () => {
  it.each(['4242424242424242', '378282246310005', '30569309025904', '6304000000000000'])(
    'accepts %s',
    (number) => {
      expect(isCardNumber(number)).toBe(true);
    },
  );

  it.each([
    ['a wrong check digit', '4242424242424241'],
    ['11 digits', '42424242426'],
    ['20 digits', '00000000000000000000'],
    ['letters', '4242424242424242a'],
    ['digits of another script', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢'],
    ['nothing', ''],
  ])('refuses %s', (_, number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(validNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, seed, shift) => {
        const place = seed % number.length;
        const wrong = (Number(number[place]) + shift) % 10;
        const typo = number.slice(0, place) + String(wrong) + number.slice(place + 1);
        expect(isCardNumber(number)).toBe(true);
        expect(isCardNumber(typo)).toBe(false);
      }),
    );
  });
});

describe('normalizeCardNumber', () => {
  it('removes any grouping of the digits', () => {
    const gap = fc.constantFrom('', ' ', '-', '  ', ' - ');
    fc.assert(
      fc.property(validNumber, fc.array(gap, { minLength: 19, maxLength: 19 }), (number, gaps) => {
        const typed = Array.from(number, (digit, place) => digit + (gaps[place] ?? '')).join('');
        expect(normalizeCardNumber(typed)).toBe(number);
        expect(normalizeCardNumber(normalizeCardNumber(typed))).toBe(number);
      }),
    );
  });
});

describe('maskCardNumber', () => {
  it('shows the first six and the last four digits', () => {
    expect(maskCardNumber('4242424242424242')).toBe('424242******4242');
    expect(maskCardNumber('630400000000')).toBe('630400**0000');
  });

  it('keeps the length and shows no more than ten digits', () => {
    fc.assert(
      fc.property(validNumber, (number) => {
        const masked = maskCardNumber(number);
        expect(masked).toHaveLength(number.length);
        expect(masked.replaceAll('*', '')).toHaveLength(10);
      }),
    );
  });
});
