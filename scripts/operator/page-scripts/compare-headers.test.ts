import { expect, test } from 'vitest';

import { compareHeaders } from './compare-headers.ts';

/** A policy whose hashes consist of one letter. */
function policy(letter: string, more = '') {
  const hash = `'sha256-${letter.repeat(43)}='`;
  return `default-src 'none'; script-src ${hash} ${hash}${more}; style-src ${hash}; img-src 'self'`;
}

const BUILT = {
  'content-security-policy': policy('A'),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-frame-options': 'DENY',
};

function findings(changes: Record<string, string | undefined>): string[] {
  const live = new Headers(BUILT);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) live.delete(name);
    else live.set(name, value);
  }
  return compareHeaders(live, new Headers(BUILT));
}

test('accepts other hashes, which are compared elsewhere, and headers that servers and proxies add', () => {
  expect(
    findings({
      'content-security-policy': policy('B'),
      date: 'Sat, 21 Nov 2026 17:38:44 GMT',
      server: 'nginx',
      via: '1.1 balancer',
    }),
  ).toEqual([]);
});

test.each<[string, Record<string, string | undefined>, string]>([
  ['a missing HSTS', { 'strict-transport-security': undefined }, 'missing: strict-transport'],
  ['a weaker one', { 'strict-transport-security': 'max-age=0' }, 'not what the build sends'],
  ['a missing policy', { 'content-security-policy': undefined }, 'missing: content-security'],
  [
    'a wider policy',
    { 'content-security-policy': policy('B', ' https:') },
    'not what the build sends: content-security-policy',
  ],
  [
    'a policy with a nonce',
    { 'content-security-policy': policy('B', " 'nonce-evil'") },
    'not what the build sends',
  ],
  ['framing allowed', { 'x-frame-options': 'SAMEORIGIN' }, 'not what the build sends: x-frame'],
  [
    'other readers allowed',
    { 'access-control-allow-origin': '*' },
    'does not send: access-control',
  ],
  ['a preloaded script', { link: '</evil.js>; rel=preload; as=script' }, 'does not send: link'],
  ['a refresh', { refresh: '0; url=https://evil.example' }, 'does not send: refresh'],
  ['a cookie', { 'set-cookie': 'skim=1' }, 'does not send: set-cookie'],
])('finds %s', (_name, changes, finding) => {
  expect(findings(changes)).toEqual([expect.stringContaining(finding)]);
});
