import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { deflateStart, encode } from './gzip.ts';

const PAGE = '<p>Pay €12.50</p>'.repeat(100);

test.each([
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, gzip; q=0.1', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'gzip'],
  ['gzip ; q = 0.001', 'gzip'],
  ['br', undefined],
  ['gzip;q=0', undefined],
  ['gzip; q=0.000, *', undefined],
  ['gzip;q=no', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
])('answers Accept-Encoding: %s with %s', (acceptEncoding, encoding) => {
  expect(encode(PAGE, acceptEncoding).encoding).toBe(encoding);
  expect(encode(PAGE, acceptEncoding, deflateStart('<html>')).encoding).toBe(encoding);
});

test('leaves a small answer uncompressed', () => {
  expect(encode('<p>Pay €12.50</p>', 'gzip').encoding).toBeUndefined();
});

/** Texts with and without repetition, from none to more than deflate can look back. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 60_000, size: 'max' }),
  fc.nat({ max: 9_000 }).map((times) => '<p>Zażółć</p>'.repeat(times)),
);

test('an answer with a start that was compressed before is one gzip file', () => {
  fc.assert(
    fc.property(texts, texts, (start, rest) => {
      const deflated = deflateStart(start);
      const { body } = encode(rest, 'gzip', deflated);
      expect(gunzipSync(body)).toEqual(Buffer.from(start + rest));
      expect(Buffer.from(encode(rest, '', deflated).body)).toEqual(Buffer.from(start + rest));
    }),
    { numRuns: 20 },
  );
});
