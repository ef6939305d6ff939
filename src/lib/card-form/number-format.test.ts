import { describe, expect, test } from 'vitest';

import type { EditKind } from './edit.ts';
import { editCardNumber, formatCardNumber } from './number-format.ts';

test.each([
  ['Visa', '4242424242424242', '4242 4242 4242 4242'],
  ['American Express', '378282246310005', '3782 822463 10005'],
  ['Diners Club', '30569309025904', '3056 930902 5904'],
  ['Mastercard while it is typed', '55555', '5555 5'],
  ['UnionPay of 19 digits', '6200000000000000003', '6200 0000 0000 0000 003'],
  ['no known brand', '999912345', '9999 1234 5'],
  ['nothing', '', ''],
])('groups %s as on the card', (_name, digits, shown) => {
  expect(formatCardNumber(digits)).toBe(shown);
});

test('keeps 19 digits of a longer text', () => {
  expect(formatCardNumber('4'.repeat(40)).replaceAll(' ', '')).toHaveLength(19);
});

/** `|` is the caret. */
const edit = (shown: string, before: string, kind: EditKind = 'other'): string => {
  const caret = shown.indexOf('|');
  const after = editCardNumber({ text: shown.replace('|', ''), caret, before, kind });
  return `${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`;
};

describe('the caret', () => {
  test('stays after the digit that was typed', () => {
    expect(edit('42429| 4242', '42424242')).toBe('4242 9|424 2');
  });

  test('moves past a separator that the digit completed', () => {
    expect(edit('4242|', '424')).toBe('4242|');
    expect(edit('42424|', '4242')).toBe('4242 4|');
  });

  test('stays where it is when a digit in the middle is deleted', () => {
    expect(edit('4242 |242 4242', '424242424242', 'delete-backward')).toBe('4242 |2424 242');
  });

  test('deletes the digit before a separator when the separator is deleted backward', () => {
    expect(edit('4242|4242', '42424242', 'delete-backward')).toBe('424|4 242');
  });

  test('deletes the digit after a separator when the separator is deleted forward', () => {
    expect(edit('4242|4242', '42424242', 'delete-forward')).toBe('4242| 242');
  });

  test('is at the end after a paste', () => {
    expect(edit('4242-4242-4242-4242|', '')).toBe('4242 4242 4242 4242|');
  });

  test('stays at the start', () => {
    expect(edit('|4242 4242', '42424242')).toBe('|4242 4242');
  });
});
