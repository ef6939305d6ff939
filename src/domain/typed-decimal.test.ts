import { describe, expect, it } from 'vitest';
import { typedDecimal } from './typed-decimal.ts';

describe('a typed number', () => {
  it.each([
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['12', '12'],
    [' 12 ', '12'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['123.456,78', '123456.78'],
    ['123,456.78', '123456.78'],
    ['1,234,567.8', '1234567.8'],
    ['1,234,567', '1234567'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ["1'234.56", '1234.56'],
    // A single separator starts the decimals.
    ['1,234', '1.234'],
    ['1.234', '1.234'],
    ['2,9', '2.9'],
  ])('%j is %s', (text, decimal) => {
    expect(typedDecimal(text)).toBe(decimal);
  });

  it.each([
    '',
    ' ',
    ',',
    '12,',
    ',5',
    '1,23,4',
    '1.2,3.4',
    '1,2345.6',
    '1,234.5x',
    'x1.234,5',
    '1.234,5x',
    'x1,234.5',
    '1.2345,6',
    '1234.567,8',
    '1.23,4',
    '12.34.56',
    '-1',
    '1e3',
    'x',
  ])('%j is not a number', (text) => {
    expect(typedDecimal(text)).toBeUndefined();
  });

  it('is not searched for in a text too long for one', () => {
    expect(typedDecimal('1'.repeat(500_000))).toBeUndefined();
  });
});
