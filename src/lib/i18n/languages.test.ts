import { describe, expect, test } from 'vitest';

import { formatAmount } from './format.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { fill } from './messages.ts';

const languages: Language[] = Object.values(LANGUAGES);

/** Returns every text of a catalogue with its path: `form.pay`. */
function textsOf(part: object, path = ''): [string, string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : textsOf(value as object, `${path}${key}.`),
  );
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

const english = new Map(textsOf(LANGUAGES.en.messages));

test('there are seventeen languages, two of them from right to left', () => {
  expect(languages).toHaveLength(17);
  expect(languages.filter(({ dir }) => dir === 'rtl').map(({ code }) => code)).toEqual([
    'ar',
    'he',
  ]);
});

describe.each(languages)('$code', ({ code, messages }) => {
  const texts = textsOf(messages);

  test('has every text, and no two errors with the same text', () => {
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    expect(new Set(Object.values(messages.errors)).size).toBe(Object.keys(messages.errors).length);
  });

  test('has the same placeholders as English', () => {
    const missing = texts.filter(
      ([path, text]) => placeholders(text).join() !== placeholders(english.get(path) ?? '').join(),
    );
    expect(missing).toEqual([]);
  });

  test('has no sentence with the merchant, whose name cannot be inflected', () => {
    expect(texts.filter(([, text]) => text.includes('{merchant}'))).toEqual([]);
  });

  test('is supported by Intl for amounts', () => {
    expect(Intl.NumberFormat.supportedLocalesOf(code)).toEqual([code]);
    expect(formatAmount(1249.5, 'EUR', code)).toContain('€');
  });

  test.runIf(code !== 'en')('shares no text with English but the hint for the expiry date', () => {
    const same = texts.filter(([path, text]) => text === english.get(path));
    expect(same.map(([path]) => path)).toEqual(same.length === 0 ? [] : ['form.expiryHint']);
  });
});

test('French has no breaking space before a punctuation mark', () => {
  expect(textsOf(LANGUAGES.fr.messages).filter(([, text]) => / [:;?!]/.test(text))).toEqual([]);
});

test('an amount in USDT has its own sign', () => {
  expect(formatAmount(10, 'USDT_TRON', 'en')).toBe('10.00\u00a0USDT');
});

test('a currency sign such as US$ stays together in right-to-left text', () => {
  expect(formatAmount(12.5, 'USD', 'ar')).toBe('\u200f12.50\u00a0\u2066US$\u2069');
  expect(formatAmount(12.5, 'USD', 'en')).toBe('$12.50');
});

test('an unknown placeholder stays', () => {
  expect(fill('{a} and {b}', { a: '1' })).toBe('1 and {b}');
});
