import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { brandLengths, brandNames, brandRows } from './brand-rows.ts';
import { BRAND_LENGTHS, BRAND_NAMES, BRAND_ROWS } from '../../../src/domain/card/brand-rows.ts';
import { detectBrand } from '../../../src/domain/card/brand.ts';

/** Returns the package's brand for these digits; undefined unless there is exactly one. */
function named(digits: string): string | undefined {
  const [only, another] = creditCardType(digits);
  return another === undefined ? only?.niceType : undefined;
}

/** Returns the table's brand for these digits. */
function nameIn(digits: string): string | undefined {
  const brand = detectBrand(digits);
  return BRAND_NAMES[BRAND_ROWS.findIndex((row) => row === brand)];
}

const prefixes = creditCardType('').flatMap(({ patterns }) => patterns.flat().map(String));

test('the table is up to date with the package: npm run generate -- brands', () => {
  expect(BRAND_ROWS).toEqual(brandRows());
  expect(BRAND_NAMES).toEqual(brandNames());
  expect(BRAND_LENGTHS).toEqual(brandLengths());
});

test('the table and the package name the same brand for every prefix at every length', () => {
  for (const prefix of prefixes) {
    for (let length = 1; length <= prefix.length; length += 1) {
      const digits = prefix.slice(0, length);
      expect(nameIn(digits), digits).toBe(named(digits));
    }
  }
});

test('the table and the package name the same brand for any digits', () => {
  const typed = fc
    .tuple(fc.constantFrom('', ...prefixes), fc.array(fc.integer({ min: 0, max: 9 })))
    .map(([prefix, rest]) => (prefix + rest.join('')).slice(0, 19))
    .filter((digits) => digits !== '');
  fc.assert(
    fc.property(typed, (digits) => {
      expect(nameIn(digits)).toBe(named(digits));
    }),
    { numRuns: 2_000 },
  );
});
