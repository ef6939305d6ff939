import { expect, test } from 'vitest';

import { formatInstant } from './format.ts';

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
