import { describe, expect, it } from 'vitest';

import { expectLinear, repeated } from '../../../tests/support/hostile-texts.ts';
import { findCardNumber } from './find-number.ts';

const NUMBER = '4242424242424242';

describe('findCardNumber', () => {
  it.each([
    ['as it is', NUMBER],
    ['in groups', '4242 4242 4242 4242'],
    ['with no-break spaces', '4242\u00a04242\u00a04242\u00a04242'],
    ['with narrow and ideographic spaces', '4242\u202f4242\u30004242\u20094242'],
    ['with dots', '4242.4242.4242.4242'],
    ['with slashes', '4242/4242/4242/4242'],
    ['with underscores', '4242_4242_4242_4242'],
    ['with en dashes', '4242\u20134242\u20134242\u20134242'],
    ['with minus signs', '4242\u22124242\u22124242\u22124242'],
    ['with spaced hyphens', '4242 - 4242 - 4242 - 4242'],
    ['a separator after each digit', Array.from(NUMBER).join('.')],
    ['in full-width digits', '４２４２４２４２４２４２４２４２'],
    ['in Arabic-Indic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
    ['in Devanagari digits', '४२४२४२४२४२४२४२४२'],
    [
      'in the second ten of a block that has two',
      NUMBER.replaceAll('4', '\u{116de}').replaceAll('2', '\u{116dc}'),
    ],
    ['with bidirectional and zero-width marks', '\u200e4242\u200b4242\u200f4242\u20664242\u2069'],
    ['with a name behind it', '4242424242424242 Ivan Petrov'],
    ['behind another number', 'order 7: 4242 4242 4242 4242'],
    ['with words around it', 'card: 4242-4242-4242-4242, please'],
    ['with expiry and code behind it', '4242 4242 4242 4242 12/29 123'],
    ['whole, with expiry and code behind it', '4242424242424242 12 29 123'],
  ])('finds a number written %s', (_, text) => {
    expect(findCardNumber(text)).toBe(NUMBER);
  });

  it.each([
    ['American Express', '3782 822463 10005', '378282246310005'],
    ['Diners', '3056-930902-5904', '30569309025904'],
    [
      'American Express, with an expiry date behind it',
      '3782 822463 10005 12/29',
      '378282246310005',
    ],
    ['Diners, with an expiry date behind it', '3056 930902 5904 12/29', '30569309025904'],
    [
      'nineteen digits, with an expiry date behind it',
      '6304 0000 0000 0001 008 12/29',
      '6304000000000001008',
    ],
    ['twelve digits', '630400000000', '630400000000'],
  ])('finds the grouping of %s', (_, text, number) => {
    expect(findCardNumber(text)).toBe(number);
  });

  it.each([
    ['nothing', ''],
    ['words', 'a present for Anna'],
    ['a wrong check digit', '4242 4242 4242 4241'],
    ['eleven digits', '42424242426'],
    ['twenty digits', '00000000000000000000'],
    ['an IBAN', 'DE89370400440532013000'],
    ['a spaced IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['a phone number', '+43 660 1234567'],
    ['a TRON address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['a UUID', 'order 3a4242b4-2424-4242-4242-4242aabbccdd'],
    ['a UUID of digits alone', '42424242-4242-4242-8242-630400000000'],
    ['a UUID of digits with a word behind it', '42424242-4242-4242-8242-630400000000 paid'],
    ['groups around a UUID', '4242 4242 3a4242b4-2424-4242-4242-4242aabbccdd 4242 4242'],
    ['digits among letters', '4242a4242b4242c4242'],
    ['two hyphens between groups', '4242--4242--4242--4242'],
  ])('finds none in %s', (_, text) => {
    expect(findCardNumber(text)).toBeUndefined();
  });

  it('takes linear time', () => {
    const pieces = ['1 ', '1', ' ', '- ', '\u066a1', '1-'];
    expectLinear(
      findCardNumber,
      Object.fromEntries(pieces.map((piece) => [piece, repeated(piece)])),
    );
  });
});
