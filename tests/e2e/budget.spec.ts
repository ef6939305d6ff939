import { randomUUID } from 'node:crypto';

import { LANGUAGE_NAMES } from '../../src/lib/i18n/languages.ts';
import { expect, test } from './fixtures.ts';

/** The first flight of a new connection: ten segments, less what headers and TLS take. */
const FIRST_FLIGHT_BYTES = 14_000;

/** As long as shops' own numbers are: 40 characters that do not repeat. */
const REFERENCE = `${randomUUID()}${randomUUID()}`.slice(0, 40);

/** The figures belong to the record, whether they are met or not. */
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What travels for an address, as a browser that takes brotli gets it. */
const transferred = async (url: string): Promise<number> => {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } });
  expect(answer.headers.get('content-encoding'), url).toBe('br');
  return Number(answer.headers.get('content-length'));
};

test('all that is needed to pay, its script included, is in the first flight', async ({
  livePage,
  createOrder,
}) => {
  const order = await createOrder({ customer: {}, reference_id: REFERENCE });
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    const bytes = await transferred(`${livePage.url}/pay/${order.id}?lang=${language}`);
    print(`HTML, CSS and JavaScript, ${language}: ${bytes} bytes of brotli`);
    expect.soft(bytes, language).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  }
});

test('a page that has been asked for often is smaller, and shows its own order', async ({
  page,
  createOrder,
}) => {
  const often = await createOrder({ customer: {} });
  // One in a language that was asked for is rendered, always.
  const rendered = await transferred(`${often.pay_url}?lang=en`);
  for (let times = 0; times < 10; times += 1) await transferred(often.pay_url);
  // Compressed for all that follow, beside what is answered meanwhile.
  await expect.poll(() => transferred(often.pay_url)).toBeLessThan(rendered * 0.97);
  const other = await createOrder({ customer: {} });
  await page.goto(other.pay_url);
  await expect(page.locator('form#card-form[novalidate]')).toBeVisible();
  expect(await page.locator('#card-form').getAttribute('action')).toBe(`/pay/${other.id}`);
  await expect(page.getByText(other.reference_id ?? '')).toBeVisible();
});

test('one request, and the form is alive', async ({ page, createOrder }) => {
  const order = await createOrder();
  const requests: string[] = [];
  // A merchant's logo comes beside it, and nothing waits for it.
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests.push(request.url());
  });
  await page.goto(order.pay_url, { waitUntil: 'networkidle' });
  await expect(page.locator('form#card-form[novalidate]')).toBeVisible();
  expect(requests.filter((url) => !url.endsWith('/favicon.svg'))).toEqual([order.pay_url]);
  await expect(page.locator('link[rel=stylesheet], script[src]')).toHaveCount(0);
});
