import { describe, expect, it } from 'vitest';

import {
  brandName,
  cardBrand,
  detectBrand,
  groupCardNumber,
  isBrandNumber,
  UNKNOWN_BRAND,
} from './brand.ts';
import { CARD_BRANDS } from './number.ts';

describe('cardBrand', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2720990000000007', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['6441111111111111', 'discover'],
    ['3530111333300000', 'jcb'],
    ['30569309025904', 'diners'],
    ['36700102000000', 'diners'],
    ['6200000000000005', 'unionpay'],
    ['2200000000000004', 'mir'],
    ['6304000000000000', 'maestro'],
    ['2205000000000000', undefined],
    ['1234', undefined],
    ['', undefined],
  ])('%s is %s', (number, brand) => {
    expect(cardBrand(number)).toBe(brand);
  });

  it('is undefined while the digits match one brand and may still become another', () => {
    expect(cardBrand('6')).toBeUndefined();
    expect(cardBrand('601')).toBeUndefined();
  });

  it('is decided by the longest prefix, whatever the order of brands', () => {
    expect(detectBrand('6370950000000000')?.id).toBeUndefined();
    expect(cardBrand('6300000000000000')).toBe('maestro');
    expect(cardBrand('6011000000000000')).toBe('discover');
  });

  it('is certain as soon as no other brand is possible', () => {
    expect(cardBrand('2')).toBeUndefined();
    expect(cardBrand('35')).toBe('jcb');
  });
});

describe('the number of a known brand', () => {
  it.each([
    '4242424242424242',
    '5555555555554444',
    '378282246310005',
    '6011111111111117',
    '3530111333300000',
    '30569309025904',
    '6304000000000000',
    '2200000000000004',
  ])('has its range, its length and a check digit: %s', (digits) => {
    expect(isBrandNumber(digits)).toBe(true);
    const last = String((Number(digits.at(-1)) + 1) % 10);
    expect(isBrandNumber(digits.slice(0, -1) + last)).toBe(false);
  });

  it.each([
    ['a time in milliseconds', '1795837505126'],
    ['a time in microseconds', '1795837505123457'],
    ["a time in JCB's old range", '1800123456789015'],
    ['an article number', '8712345678900'],
    ['an item of no range', '80001234567890'],
    ["a number of another length than the brand's", '4242424242422'],
  ])('is not %s, though it passes Luhn: %s', (_what, digits) => {
    expect(isBrandNumber(digits)).toBe(false);
  });
});

it('a number of unknown brand is grouped like most cards', () => {
  expect(UNKNOWN_BRAND).toEqual({
    gaps: [4, 8, 12],
    shortest: 12,
    codeLength: 3,
  });
});

it('every brand has a name', () => {
  expect(CARD_BRANDS.map(brandName)).toEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'Discover',
    'JCB',
    'Diners Club',
    'UnionPay',
    'Mir',
    'Maestro',
  ]);
});

describe('groupCardNumber', () => {
  it.each([
    ['Visa', '4242424242424242', '4242 4242 4242 4242'],
    ['American Express', '378282246310005', '3782 822463 10005'],
    ['Diners Club', '30569309025904', '3056 930902 5904'],
    ['Mastercard while it is typed', '55555', '5555 5'],
    ['UnionPay of 19 digits', '6200000000000000003', '6200 0000 0000 0000 003'],
    ['no known brand', '999912345', '9999 1234 5'],
    ['nothing', '', ''],
  ])('groups %s as on the card', (_name, digits, shown) => {
    expect(groupCardNumber(digits)).toBe(shown);
  });

  it('keeps 19 digits of a longer text', () => {
    expect(groupCardNumber('4'.repeat(40)).replaceAll(' ', '')).toHaveLength(19);
  });
});
