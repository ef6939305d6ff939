import { describe, expect, it } from 'vitest';

import { parseProfile } from './profile.ts';
import { DEFAULT_PROFILE } from './signature.ts';

describe('parseProfile', () => {
  it('fills in what is not given from the default profile', () => {
    expect(parseProfile('{}')).toEqual({ ok: true, profile: DEFAULT_PROFILE });
    expect(parseProfile('{"encoding":"base64"}')).toEqual({
      ok: true,
      profile: { ...DEFAULT_PROFILE, encoding: 'base64' },
    });
  });

  it.each([
    ['text that is not JSON', 'hmac'],
    ['no object', '[]'],
    ['an unknown hash', '{"hash":"md5"}'],
    ['an unknown field', '{"algorithm":"sha256"}'],
    ['a template without the body', '{"template":"{method}{path}"}'],
    ['a template with an unknown placeholder', '{"template":"{body}{query}"}'],
  ])('refuses %s', (_, text) => {
    expect(parseProfile(text)).toMatchObject({ ok: false, detail: expect.any(String) as string });
  });

  it('says which setting is wrong', () => {
    const parsed = parseProfile('{"template":"{method}"}');
    expect(parsed).toEqual({ ok: false, detail: 'template must contain {body}' });
  });
});
