import { expect, test } from 'vitest';

import { formatAmount, formatDeadline, formatInstant } from './format.ts';

const instant = new Date('2026-11-23T01:16:00Z');

test.each([
  ['en', 'Nov 23, 2026, 1:16 AM UTC'],
  ['de', '23.11.2026, 01:16 UTC'],
  ['fr', '23 nov. 2026, 01:16 UTC'],
  ['ru', '23 нояб. 2026 г., 01:16 UTC'],
  ['ja', '2026/11/23 1:16 UTC'],
])('formats a time in the language %s', (language, written) => {
  const text = formatInstant(instant, language, 'UTC');
  // The kind of space before AM differs by release of ICU.
  expect(text.replaceAll(/\s/g, ' ')).toBe(written);
});

test.each([
  ['2026-11-23T00:00:00Z', 'en', '1:16 AM UTC'],
  ['2026-11-23T00:00:00Z', 'de', '01:16 UTC'],
  ['2026-11-22T23:59:59Z', 'de', '23.11.2026, 01:16 UTC'],
])('at %s, a deadline in the language %s is %s', (now, language, written) => {
  const text = formatDeadline(instant, new Date(now), language, 'UTC');
  expect(text.replaceAll(/\s/g, ' ')).toBe(written);
});

test.each(['EUR', 'USD', 'ILS', 'AED', 'PLN', 'BRL', 'USDT_TRON'])(
  'an amount of %s begins with the direction of a right-to-left language',
  (currency) => {
    for (const language of ['ar', 'he']) {
      expect(formatAmount(1234.5, currency, language)).toMatch(/^\u200f1,234\.50/);
    }
    expect(formatAmount(1234.5, currency, 'en')).not.toContain('\u200f');
  },
);
