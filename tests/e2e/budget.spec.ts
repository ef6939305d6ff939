import { brotliCompressSync } from 'node:zlib';

import { expect, test } from './fixtures.ts';

/** The first round trip of a TCP connection: ten segments, less what headers and TLS take. */
const FIRST_ROUND_TRIP_BYTES = 14_000;
/** Adyen's card component alone is three times this; GOV.UK Pay's front end about as much. */
const SCRIPT_BYTES = 26_000;

/** The figures belong to the record, whether they are met or not. */
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What travels for an address, as a browser that takes brotli gets it. */
const transferred = async (url: string): Promise<number> => {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br', accept: '*/*' } });
  expect(answer.headers.get('content-encoding'), url).toBe('br');
  return Number(answer.headers.get('content-length'));
};

test('all that is needed to pay is in one request, and in the first round trip', async ({
  createOrder,
}) => {
  const order = await createOrder({ customer: {} });
  for (const language of ['en', 'ru', 'ar', 'ja']) {
    const bytes = await transferred(`${order.pay_url}?lang=${language}`);
    print(`HTML and CSS, ${language}: ${bytes} bytes of brotli`);
    expect(bytes).toBeLessThanOrEqual(FIRST_ROUND_TRIP_BYTES);
  }
});

test('all scripts together stay within their budget, and none holds the page up', async ({
  page,
  app,
  createOrder,
}) => {
  const order = await createOrder();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(order.pay_url, { waitUntil: 'networkidle' });
  const scripts = requests.filter((url) => url.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(transferred));
  const inline = await page.locator('script:not([src])').allTextContents();
  const total = sizes.reduce((sum, size) => sum + size, brotliCompressSync(inline.join('')).length);
  print(`JavaScript: ${total} bytes of brotli, in ${scripts.length} files and the page itself`);
  expect(total).toBeLessThanOrEqual(SCRIPT_BYTES);
  expect(requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
  await expect(page.locator('link[rel=stylesheet], script[src]:not([type=module])')).toHaveCount(0);
});
