import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { expectLinear, HOSTILE_TEXTS, repeated } from '../../tests/support/hostile-texts.ts';
import {
  ANY_NAME,
  EMAIL,
  FREE_TEXT,
  hasLength,
  HTTP_URL,
  LATIN_NAME,
  OWN_IMAGE,
  UUID,
} from './patterns.ts';

describe('hasLength', () => {
  it('counts characters, not UTF-16 units', () => {
    expect(hasLength('𝒜'.repeat(50), { min: 0, max: 50 })).toBe(true);
    expect(hasLength('𝒜'.repeat(51), { min: 0, max: 50 })).toBe(false);
    expect(hasLength('', { min: 1, max: 50 })).toBe(false);
  });

  it('agrees with counting code points', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '𝒜', '\ud83d'), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.nat({ max: 20 }), (value, max) => {
        expect(hasLength(value, { min: 0, max })).toBe(Array.from(value).length <= max);
      }),
    );
  });
});

describe('EMAIL', () => {
  it.each(['a@b.co', 'first.last+tag@mail.example.com', "o'neil@x-y.org", 'a@xn--bcher-kva.ch'])(
    'accepts %s',
    (address) => {
      expect(address).toMatch(EMAIL);
    },
  );

  it.each([
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@b.c1.2',
    'a@b..co',
    'a@-b.co',
    'a@b-.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a b@c.co',
    'a@b.co\n',
    'a@b@c.co',
    'a@127.0.0.1',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
  ])('refuses %j', (address) => {
    expect(address).not.toMatch(EMAIL);
  });
});

describe('names', () => {
  it.each(['Zoë', 'Łukasz', 'Дмитрий', '王', "O'Neil", 'Jean-Luc', 'J. R.'])(
    'of any script may be %s',
    (name) => {
      expect(name).toMatch(ANY_NAME);
    },
  );

  it.each(['', 'R2D2', 'a\nb', '<b>', '😀'])('of any script may not be %j', (name) => {
    expect(name).not.toMatch(ANY_NAME);
  });

  it.each(['', "Mary Ann O'Neil-Smith", 'Müller', 'Łódź', 'O’Neil', 'Zoe\u0308', 'Ðặng'])(
    'in Latin letters may be %j',
    (name) => {
      expect(name).toMatch(LATIN_NAME);
    },
  );

  it.each(['J.', 'R2', 'a\tb', 'O‘Neil', 'Дмитрий', 'Ωmega', '王'])(
    'in Latin letters may not be %j',
    (name) => {
      expect(name).not.toMatch(LATIN_NAME);
    },
  );
});

it('UUID accepts any version, and nothing that only looks like one', () => {
  expect('7B1b2a56-7c3c-0f0e-0b1a-2f8f5a3f0a11').toMatch(UUID);
  expect('00000000-0000-0000-0000-000000000000').toMatch(UUID);
  for (const wrong of [
    '7b1b2a567c3c4f0e9b1a2f8f5a3f0a11',
    '{7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11}',
  ])
    expect(wrong).not.toMatch(UUID);
});

it('FREE_TEXT is any text of valid characters, including line breaks', () => {
  expect('Line 1\nLine 2 😀').toMatch(FREE_TEXT);
  expect('a\ufeffb').toMatch(FREE_TEXT);
  for (const wrong of ['a\0b', '\ud83d', '\ude00\ud83d', '\ufeffa', '\ufeff']) {
    expect(wrong).not.toMatch(FREE_TEXT);
  }
});

describe('OWN_IMAGE', () => {
  const PAGE = 'https://pay.example/pay/1';

  it.each([
    '/logo.png',
    '/shops/nordlicht/logo%20wide.svg',
    '/logo.png?v=2',
    '/_app/..hidden/a.b',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml;base64,PHN2Zy8+',
  ])('is %s', (address) => {
    expect(address).toMatch(OWN_IMAGE);
    expect(new URL(address, PAGE).origin).toBe(
      address.startsWith('/') ? 'https://pay.example' : 'null',
    );
  });

  it.each([
    ['another origin', 'https://host/x.png'],
    ['another origin without a scheme', '//host/x.png'],
    ['one written with a backslash', '/\\host/x.png'],
    ['one written with two', '\\\\host/x.png'],
    ['one behind a tab', '/\t/host/x.png'],
    ['one behind a line break', '/\n/host/x.png'],
    ['one behind a space', ' //host/x.png'],
    ['one behind a dot segment', '/.//host/x.png'],
    ['one behind two dots', '/..//host/x.png'],
    ['one behind an escaped dot', '/%2e//host/x.png'],
    ['an escaped backslash', '/%5chost/x.png'],
    ['an escaped slash', '/%2Fhost/x.png'],
    ['an escaped control character', '/a%00.png'],
    ['a way up', '/a/../x.png'],
    ['an empty segment', '/a//x.png'],
    ['a relative path', 'logo.png'],
    ['no path', '/'],
    ['nothing', ''],
    ['a broken escape', '/a%2'],
    ['markup', '/a"onerror=x.png'],
    ['a script', 'javascript:alert(1)'],
    ['data that is no image', 'data:text/html;base64,PGI+'],
    ['an image of a type that is not allowed', 'data:image/x-icon;base64,AAAA'],
    ['markup as data', 'data:image/svg+xml,<svg/>'],
    ['data with more behind it', 'data:image/png;base64,AAAA"x'],
    ['a line break at the end', '/logo.png\n'],
  ])('is not %s', (_, address) => {
    expect(address).not.toMatch(OWN_IMAGE);
  });
});

/** Long inputs that fail at their very end. */
it.each([
  ['EMAIL, local part', EMAIL, `${repeated('a.')}!`],
  ['EMAIL, one label', EMAIL, `a@${repeated('a-')}!`],
  ['EMAIL, many labels', EMAIL, `a@${repeated('a.')}!`],
  ['ANY_NAME', ANY_NAME, `${repeated('a ')}1`],
  ['OWN_IMAGE, path', OWN_IMAGE, `${repeated('/a')}<`],
  ['OWN_IMAGE, data', OWN_IMAGE, `data:image/png;base64,${repeated('A')}<`],
  ['HTTP_URL', HTTP_URL, `https://${repeated('a')} `],
])('%s takes linear time', (name, pattern, hostile) => {
  expectLinear((text) => pattern.test(text), { ...HOSTILE_TEXTS, [name]: hostile });
  expect(pattern.test(hostile)).toBe(false);
});
