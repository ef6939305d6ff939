import { expect, test } from 'vitest';

import { formatExpiry, parseExpiry } from './expiry-format.ts';

test.each([
  ['1230'],
  ['12/30'],
  ['12 / 30'],
  ['12-30'],
  ['12.30'],
  ['12 30'],
  ['12/2030'],
  ['122030'],
  ['2030-12'],
  ['2030/12'],
  ['١٢ / ٣٠'],
  ['\u200f12/30\u200e'],
])('understands %j', (text) => {
  expect(parseExpiry(text)).toEqual({ month: '12', year: '30' });
});

test.each([['1/30'], ['1/2030'], ['01/30'], ['2030-1']])(
  'understands a month of one digit in %j',
  (text) => {
    expect(parseExpiry(text)).toEqual({ month: '01', year: '30' });
  },
);

test.each(['', '12', '13/30', '00/30', '1/3', 'soon', '12/3', '2030', '1/2/30', '🙂'])(
  'makes no date of %j',
  (text) => {
    expect(parseExpiry(text)).toBeUndefined();
  },
);

test.each([
  ['1', '1'],
  ['1/', '01 / '],
  ['5', '05 / '],
  ['12', '12 / '],
  ['12/', '12 / '],
  ['12 / 3', '12 / 3'],
  ['12 / 30', '12 / 30'],
  ['1230', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['2030-12', '12 / 30'],
  ['0', '0'],
  ['', ''],
])('sets %j as %j while it is typed', (typed, shown) => {
  expect(formatExpiry(typed, 'other')).toBe(shown);
});

test.each([
  ['12 /', '12'],
  ['12 / 3', '12 / 3'],
  ['1', '1'],
  ['0', '0'],
])('leaves %j as %j when something was deleted', (left, shown) => {
  expect(formatExpiry(left, 'delete-backward')).toBe(shown);
});
