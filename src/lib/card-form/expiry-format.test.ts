import { expect, test } from 'vitest';

import { formatExpiry, parseExpiry } from './expiry-format.ts';

const DECEMBER = { ok: true, expiry: { month: '12', year: '2030' } };

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
  [' 12/30 '],
  ['203012'],
  ['2030-12-31'],
  ['2030.12.01'],
  ['Dec 30'],
  ['DEC. 2030'],
  ['december 30'],
])('understands %j', (text) => {
  expect(parseExpiry(text)).toEqual(DECEMBER);
});

test.each([['1/30'], ['1 30'], ['1/2030'], ['01/30'], ['2030-1'], ['130'], ['12030']])(
  'understands a month of one digit in %j',
  (text) => {
    expect(parseExpiry(text)).toEqual({ ok: true, expiry: { month: '01', year: '2030' } });
  },
);

test.each([
  ['01/1999', '1999'],
  ['011999', '1999'],
  ['1999-01', '1999'],
  ['01/99', '2099'],
  ['01/2099', '2099'],
])('keeps the century of %j', (text, year) => {
  expect(parseExpiry(text)).toEqual({ ok: true, expiry: { month: '01', year } });
});

test.each(['13/30', '00/30', '1326', '13/2026', '2030-13', '0/30'])(
  'reports the month in %j as one that does not exist',
  (text) => {
    expect(parseExpiry(text)).toEqual({ ok: false, why: 'no-such-month' });
  },
);

test.each([
  '01/02/2030',
  '31.12.2030',
  'anf 30',
  'Dez 30',
  'Mon 30',
  '12 Dec',
  '',
  '12',
  '1/3',
  'soon',
  '12/3',
  '1/2/30',
  '🙂',
  '12/305',
  '01/2126',
])('rejects %j as unclear', (text) => {
  expect(parseExpiry(text)).toEqual({ ok: false, why: 'unclear' });
});

test.each([
  ['39/01'],
  ['39 / 01'],
  ['3901'],
  ['39-01'],
  ['39.01'],
  ['39 01'],
  ['39–01'],
  ['39/1'],
  ['39-1'],
  ['2039/01'],
  ['2039 01'],
  ['2039-1'],
  ['203901'],
  ['٣٩/٠١'],
  ['３９０１'],
  ['\u200f39/01\u200e'],
])('understands a year before the month in %j', (text) => {
  expect(parseExpiry(text)).toEqual({ ok: true, expiry: { month: '01', year: '2039' } });
  expect(formatExpiry(text, 'other')).toBe('01 / 39');
});

test.each([
  ['1', '1'],
  ['1/', '01 / '],
  ['1 ', '01 / '],
  ['1 26', '01 / 26'],
  ['1/26', '01 / 26'],
  ['01 26', '01 / 26'],
  ['5', '05 / '],
  ['226', '02 / 26'],
  ['12', '12 / '],
  ['12/', '12 / '],
  ['12 /', '12 / '],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['12 30', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['122030', '12 / 30'],
  ['13', '13'],
  ['130', '01 / 30'],
  ['1330', '13 / 30'],
  ['1926', '19 / 26'],
  ['39', '03 / 9'],
  ['390', '03 / 90'],
  ['3901', '01 / 39'],
  ['3203', '03 / 32'],
  ['39/', '39 / '],
  ['39/01', '01 / 39'],
  ['39-12', '12 / 39'],
  ['3/203', '03 / 203'],
  ['3/2039', '03 / 39'],
  ['03301', '03 / 301'],
  ['013', '01 / 3'],
  ['012030', '01 / 30'],
  ['13/26', '13 / 26'],
  ['00/26', '00 / 26'],
  ['01/1999', '01 / 1999'],
  ['12.39', '12 / 39'],
  ['203', '02 / 03'],
  ['2039', '2039'],
  ['203912', '203912'],
  ['2039-12-31', '2039-12-31'],
  ['Dec 39', 'Dec 39'],
  ['0', '0'],
  ['0 ', '0'],
  ['/', ''],
])('shows the keys %j as %j', (keys, shown) => {
  expect(formatExpiry(keys, 'typed')).toBe(shown);
});

test('keeps the month that a deletion left, whatever is typed after it', () => {
  expect(formatExpiry('126', 'typed')).toBe('12 / 6');
});

test.each([
  ['226', '02 / 26'],
  ['126', '01 / 26'],
  ['130', '01 / 30'],
  ['1 26', '01 / 26'],
  ['1/26', '01 / 26'],
  ['22', '02 / 2'],
  ['12', '12 / '],
  ['1230', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['2030-12', '12 / 30'],
  ['203912', '12 / 39'],
  ['2039-12-31', '12 / 39'],
  ['Dec 39', '12 / 39'],
  ['12.39', '12 / 39'],
  ['Dez 39', 'Dez 39'],
  ['01/02/2039', '01/02/2039'],
  ['2039', '2039'],
  ['12345678', '12345678'],
  ['01/1999', '01 / 1999'],
  ['1326', '13 / 26'],
  ['13/26', '13 / 26'],
  ['22/26', '22 / 26'],
  [' 12/30 ', '12 / 30'],
  ['', ''],
])('shows a paste of %j as %j', (pasted, shown) => {
  expect(formatExpiry(pasted, 'other')).toBe(shown);
});

test.each(['01 / 26', '12 / 30', '01 / 1999', '13 / 26', '12 / 3', '12 / ', '1', '13'])(
  'keeps %j unchanged when the field loses focus',
  (shown) => {
    expect(formatExpiry(shown, 'other')).toBe(shown);
  },
);

test.each([
  ['12 /', '12'],
  ['12 / 3', '12 / 3'],
  ['1', '1'],
  ['0', '0'],
])('shows %j as %j after a deletion', (left, shown) => {
  expect(formatExpiry(left, 'delete-backward')).toBe(shown);
});
