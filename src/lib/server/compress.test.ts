import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { compress } from './compress.ts';

const PAGE = '<p>Pay €12.50</p>'.repeat(100);

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, gzip', 'br'],
  ['*', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0, gzip; q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['', undefined],
])('answers Accept-Encoding: %s with %s', async (acceptEncoding, encoding) => {
  expect((await compress(PAGE, acceptEncoding)).encoding).toBe(encoding);
});

test('preserves the page in every encoding', async () => {
  expect(brotliDecompressSync((await compress(PAGE, 'br')).body).toString()).toBe(PAGE);
  expect(gunzipSync((await compress(PAGE, 'gzip')).body).toString()).toBe(PAGE);
  expect(Buffer.from((await compress(PAGE, 'identity')).body).toString()).toBe(PAGE);
});

test('leaves a small page uncompressed', async () => {
  expect((await compress('<p>Pay €12.50</p>', 'br')).encoding).toBeUndefined();
});
