import { describe, expect, it } from 'vitest';

import { parseProfile } from './profile.ts';
import { DEFAULT_PROFILE } from './signature.ts';

describe('parseProfile', () => {
  it('fills in omitted members from the default profile', () => {
    expect(parseProfile('{}')).toEqual({ ok: true, profile: DEFAULT_PROFILE });
    expect(parseProfile('{"encoding":"base64"}')).toEqual({
      ok: true,
      profile: { ...DEFAULT_PROFILE, encoding: 'base64' },
    });
  });

  it('accepts a template with any text around the known placeholders', () => {
    const template = 'v1:{timestamp}.{method}.{path}.{body}';
    expect(parseProfile(JSON.stringify({ template }))).toEqual({
      ok: true,
      profile: { ...DEFAULT_PROFILE, template },
    });
  });

  it.each([
    ['text that is not JSON', 'hmac', 'is not JSON'],
    ['no object', '[]', 'Invalid input: expected object, received array'],
    ['an unknown hash', '{"hash":"md5"}', 'hash Invalid option: expected one of "sha256"|"sha512"'],
    [
      'an unknown encoding',
      '{"encoding":"octal"}',
      'encoding Invalid option: expected one of "hex"|"base64"',
    ],
    [
      'an unknown form of the key',
      '{"key":"octal"}',
      'key Invalid option: expected one of "utf8"|"base64"|"hex"',
    ],
    ['an unknown field', '{"algorithm":"sha256"}', 'Unrecognized key: "algorithm"'],
    ['a template without the body', '{"template":"{method}"}', 'template must contain {body}'],
    [
      'a template with an unknown placeholder',
      '{"template":"{body}{query}"}',
      'template knows only {method}, {path}, {timestamp} and {body}',
    ],
    [
      'two mistakes',
      '{"template":"{method}","algorithm":"sha256"}',
      'template must contain {body}; Unrecognized key: "algorithm"',
    ],
  ])('explains the error in %s', (_, text, detail) => {
    expect(parseProfile(text)).toEqual({ ok: false, detail });
  });
});
