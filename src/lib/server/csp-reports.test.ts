import { expect, test } from 'vitest';

import { readCspReports } from './csp-reports.ts';

const report = (body: unknown) =>
  readCspReports(
    new Request('http://pay.example/csp-reports', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

test('reads a report of the older form, without the order’s address', async () => {
  expect(
    await report({
      'csp-report': {
        'document-uri': 'https://pay.example/pay/0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11',
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/skim.js?card=4242424242424242',
        'source-file': 'https://pay.example/pay/0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11/status?x=1',
        'line-number': 7,
      },
    }),
  ).toEqual([
    {
      directive: 'script-src-elem',
      blocked: 'https://evil.example/skim.js',
      sourceFile: 'https://pay.example/pay/{id}/status',
      line: 7,
    },
  ]);
});

test('reads reports of the newer form', async () => {
  const body = { effectiveDirective: 'img-src', blockedURL: 'inline' };
  expect(await report([{ type: 'csp-violation', body }])).toEqual([
    { directive: 'img-src', blocked: 'inline', sourceFile: '', line: 0 },
  ]);
});

test('keeps no card number that somebody writes into a report', async () => {
  const body = { effectiveDirective: '4242424242424242', blockedURL: 'eval 4242424242424242' };
  expect(JSON.stringify(await report([{ type: 'csp-violation', body }]))).not.toContain('4242');
});

test.each(['', 'x', '{}', '[]', '[{"type":"deprecation"}]', `{"a":"${'x'.repeat(20_000)}"}`])(
  'makes nothing of anything else',
  async (body) => {
    expect(await report(body)).toEqual([]);
  },
);
