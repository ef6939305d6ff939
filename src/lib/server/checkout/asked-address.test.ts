import { expect, test } from 'vitest';

import { LANGUAGES, type LanguageCode } from '../../i18n/languages.ts';
import { describeAddress } from './asked-address.ts';

function likely(currency: string, language: LanguageCode) {
  const order = { currency, amount: 1 } as Parameters<typeof describeAddress>[0]['order'];
  return describeAddress({ order, asksAddress: ['country'] }, LANGUAGES[language])?.countries;
}

test('asks for nothing that the order has', () => {
  const order = { currency: 'EUR', amount: 1 } as Parameters<typeof describeAddress>[0]['order'];
  expect(describeAddress({ order, asksAddress: [] }, LANGUAGES.en)).toBeUndefined();
  const asked = describeAddress({ order, asksAddress: ['street', 'post_code'] }, LANGUAGES.en);
  expect(asked?.asks).toEqual(['street', 'postcode']);
});

test.each<[string, LanguageCode, string]>([
  ['UAH', 'en', 'Ukraine'],
  ['PLN', 'de', 'Polen'],
  ['EUR', 'de', 'Deutschland'],
  ['EUR', 'kk', 'Қазақстан'],
  ['EUR', 'ar', 'مصر'],
])('in %s and %s the likeliest country is %s', (currency, language, name) => {
  expect(likely(currency, language)?.[0]?.name).toBe(name);
});

test('lists ten countries, the others by name', () => {
  const names = likely('EUR', 'en')?.map((country) => country.name) ?? [];
  expect(names).toHaveLength(10);
  expect(names.slice(1)).toEqual(names.slice(1).toSorted());
  expect(new Set(names).size).toBe(10);
});
