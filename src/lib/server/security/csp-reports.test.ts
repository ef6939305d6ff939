import { expect, test } from 'vitest';

import { expectLinear } from '../../../../tests/support/hostile-texts.ts';
import { parseCspReports } from './csp-reports.ts';

function parse(body: unknown) {
  return parseCspReports(
    new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  );
}

function violation(body: object) {
  return [{ type: 'csp-violation', body }];
}

test('reads a report of the older format, without the order’s id', () => {
  expect(
    parse({
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

test('reads at most ten violations among the reports of the newer format', () => {
  const body = { effectiveDirective: 'img-src', blockedURL: 'inline' };
  expect(parse([{ type: 'deprecation', body: {} }, ...violation(body)])).toEqual([
    { directive: 'img-src', blocked: 'inline', sourceFile: '', line: 0 },
  ]);
  expect(parse(Array.from({ length: 50 }, () => violation(body)).flat())).toHaveLength(10);
});

test('keeps only four members, and no order id anywhere', () => {
  const id = '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11';
  const [report] =
    parse(
      violation({
        effectiveDirective: 'img-src',
        blockedURL: `https://evil.example/${id}/x#${id}`,
        sourceFile: `https://name:word@pay.example/x/${id.toUpperCase()}`,
        sample: 'let card = 1',
        documentURL: `https://pay.example/pay/${id}`,
        referrer: 'https://shop.example',
      }),
    ) ?? [];
  expect(report).toEqual({
    directive: 'img-src',
    blocked: 'https://evil.example/{id}/x',
    sourceFile: 'https://pay.example/x/{id}',
    line: 0,
  });
});

test.each([
  ['whole', '4242424242424242'],
  ['with spaces', '4242 4242 4242 4242'],
  ['with escaped spaces', '4242%204242%204242%204242'],
  ['in escaped digits', '%34%32%34%32%34%32%34%32%34%32%34%32%34%32%34%32'],
  ['with dots, as a host', '4242.4242.4242.4242'],
  ['with slashes, as a path', '4242/4242/4242/4242'],
  ['with hyphens', '4242-4242-4242-4242'],
  ['in full-width digits', '４２４２４２４２４２４２４２４２'],
  ['in Arabic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
  ['between invisible marks', '4242\u200b4242\u200b4242\u200b4242'],
])('keeps no card number that a report contains %s', (_name, number) => {
  const report = parse(
    violation({
      effectiveDirective: number,
      blockedURL: `https://evil.example/${number}/x`,
      sourceFile: `eval ${number}`,
      lineNumber: 4_242_424_242_424_242,
    }),
  );
  expect(JSON.stringify(report).normalize('NFKC')).not.toMatch(/42|%3[42]|٤٢/);
});

test.each([
  '',
  'x',
  '{}',
  'null',
  '"4242424242424242"',
  '{"csp-report":[]}',
  '[{"type":"csp-violation"}]',
])('returns undefined for anything else: %s', (body) => {
  expect(parse(body)).toBeUndefined();
});

test('takes work in proportion to the length of a report', () => {
  expectLinear((text) => parse({ 'csp-report': { 'blocked-uri': text } }));
});
