import { groupCardNumber } from '#domain/card/brand.ts';
import { describe, expect, test } from 'vitest';

import type { EditKind } from '../card-form/expiry-format.ts';
import { regroup } from './format-as-typed.ts';

/** `|` is the caret. */
const edit = (shown: string, before: string, kind: EditKind = 'other'): string => {
  const caret = shown.indexOf('|');
  const after = regroup({ text: shown.replace('|', ''), caret, before, kind }, groupCardNumber);
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
