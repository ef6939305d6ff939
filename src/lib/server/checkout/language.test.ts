import { expect, test } from 'vitest';

import { languageOf } from './language.ts';

function ask({
  query = '',
  header = '',
  cookie,
}: {
  query?: string;
  header?: string;
  cookie?: string;
}) {
  const kept = new Map(cookie === undefined ? [] : [['language', cookie]]);
  const language = languageOf({
    url: new URL(`http://pay.example/pay/1${query}`),
    request: new Request('http://pay.example', { headers: { 'accept-language': header } }),
    cookies: { get: (name) => kept.get(name), set: (name, value) => kept.set(name, value) },
  });
  return { code: language.code, kept: kept.get('language') };
}

test.each([
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,en;q=0.8', 'de'],
  ['sv,fi;q=0.9,uk;q=0.8', 'uk'],
  ['en;q=0.5,ja;q=0.9', 'ja'],
  ['ru;q=0,fr', 'fr'],
  ['xx, de; q=0.8', 'de'],
  ['en; q=0.1, fr; q=0.2', 'fr'],
  ['iw-IL', 'he'],
  ['*', 'en'],
  ['pt', 'pt-BR'],
  ['pt-BR,pt;q=0.9', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['pt-AO', 'pt-PT'],
  ['zh-Hant-TW', 'zh'],
  ['constructor,__proto__', 'en'],
  [',;q=;;', 'en'],
])('answers %j in %s', (header, code) => {
  expect(ask({ header }).code).toBe(code);
});

test('prefers the language in the URL, and keeps it', () => {
  expect(ask({ query: '?lang=pl', header: 'de', cookie: 'fr' })).toEqual({
    code: 'pl',
    kept: 'pl',
  });
});

test("prefers the kept language to the browser's", () => {
  expect(ask({ header: 'de', cookie: 'fr' }).code).toBe('fr');
});

test('ignores a language that it does not support', () => {
  expect(ask({ query: '?lang=xx', header: 'de' })).toEqual({ code: 'de', kept: undefined });
});
