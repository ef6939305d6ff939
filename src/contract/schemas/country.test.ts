import { expect, it } from 'vitest';

import { isCountryCode } from './country.ts';

it('knows the 249 assigned codes', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  expect(codes.filter(isCountryCode)).toHaveLength(249);
});

it.each(['UK', 'EU', 'XX', 'de', 'DEU', '', ' '])('%j is none of them', (code) => {
  expect(isCountryCode(code)).toBe(false);
});
