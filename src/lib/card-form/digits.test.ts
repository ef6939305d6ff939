import { expect, test } from 'vitest';

import { digitsOf } from './digits.ts';

test.each([
  ['grouped by spaces', '4242 4242 4242 4242'],
  ['grouped by dashes', '4242-4242-4242-4242'],
  ['full-width', '４２４２４２４２４２４２４２４２'],
  ['Arabic-Indic', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢'],
  ['Persian', '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲'],
  ['Devanagari', '४२४२४२४२४२४२४२४२'],
  ['mathematical', '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐'],
  ['between direction marks', '\u200f\u202b4242\u200e 4242 4242 4242\u202c'],
  ['with a line break', '4242 4242\n4242 4242 '],
])('understands digits %s', (_name, text) => {
  expect(digitsOf(text)).toBe('4242424242424242');
});

test.each(['', 'no digits', '🙂', '٪'])('finds no digits in %j', (text) => {
  expect(digitsOf(text)).toBe('');
});

test('reads no more of a paste than any field could hold', () => {
  expect(digitsOf('1'.repeat(10_000)).length).toBeLessThan(1000);
});
