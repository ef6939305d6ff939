import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

import { BROWSER_ARGS, findChromium109 } from './chromium.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  payButton,
  payWith,
  STAYS,
  test,
  typeCard,
  untilAlive,
  untilPaid,
} from './fixtures.ts';

test('Chromium 109 pays by script, after a decline and in another language', async ({
  playwright,
  createOrder,
}) => {
  const executablePath = findChromium109();
  test.skip(executablePath === undefined, 'no Chromium 109: npm test unpacks one');
  const browser = await playwright.chromium.launch({
    executablePath: executablePath ?? '',
    args: [...BROWSER_ARGS],
  });
  expect(browser.version()).toMatch(/^109\./);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  const posts = postsOf(page);
  const { pay_url: url } = await createOrder(STAYS);
  await page.goto(url);
  await untilAlive(page);
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await typeCard(page, { number: CARDS.softDecline });
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await page.locator('footer summary').click();
  await page.locator('footer [lang=de]').click();
  await expect(page.locator('html[lang=de] #card-number')).toHaveValue('4000 0000 0000 0002');
  await page.locator('#card-number').fill(CARDS.approved);
  await page.locator('#security-code').fill('123');
  await page.locator('#card-form button').click();
  await expectPaid(page);
  expect(posts).toEqual([`${url}/card`, `${url}/card?lang=de`]);
  expect(complaints).toEqual([]);
  await browser.close();
});

/** Ways in which our script can fail in a browser that lacks a feature. */
const BREAKS = [
  {
    where: 'at load',
    breakIt: () => {
      Object.defineProperty(HTMLInputElement.prototype, 'selectionStart', { get: fail });
      Object.defineProperty(document, 'querySelector', { value: fail });
      function fail(): never {
        throw new TypeError('not in this browser');
      }
    },
  },
  {
    where: 'at submit, while it looks at the fields',
    breakIt: () => {
      addEventListener('submit', breakNow, true);
      function breakNow(): void {
        Object.defineProperty(Array.prototype, 'some', { value: undefined });
        Object.defineProperty(String.prototype, 'normalize', { value: undefined });
      }
    },
  },
  {
    where: 'in the middle, before the card is sent',
    breakIt: () => {
      Object.defineProperty(globalThis, 'AbortController', { value: undefined });
    },
  },
  {
    where: 'where it would send the card',
    breakIt: () => {
      Object.defineProperty(globalThis, 'fetch', { value: undefined });
    },
  },
];

for (const { where, breakIt } of BREAKS) {
  test(`a script that breaks ${where} lets the form pay without it, once`, async ({
    page,
    complaints,
    createOrder,
  }) => {
    await page.addInitScript(breakIt);
    const posts = postsOf(page);
    const { pay_url: url } = await createOrder(STAYS);
    await page.goto(url);
    await fillCard(page, { number: CARDS.approved });
    await payButton(page).dblclick();
    await expectPaid(page);
    expect(posts).toEqual([url]);
    complaints.length = 0;
  });
}

test('a script that fails after sending the card continues to the order, and sends nothing again', async ({
  page,
  createOrder,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Element.prototype, 'append', { value: undefined });
  });
  const posts = postsOf(page);
  const { pay_url: url } = await createOrder();
  await page.goto(url);
  await payWith(page, { number: CARDS.softDecline });
  // The server's message, since the script cannot show one.
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await expect(page.getByLabel('Card number')).toHaveValue('');
  expect(posts).toEqual([`${url}/card`]);
});

test('a waiting page continues if its script cannot be parsed', async ({
  page,
  app,
  complaints,
  shop,
  createOrder,
}) => {
  const order = await createOrder();
  await page.route('**/status*', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    let policy = headers['content-security-policy'] ?? '';
    // A syntax error, as in a browser that does not know some of the script's syntax. The policy allows the script.
    const body = (await response.text()).replaceAll(SCRIPT, (_, tag: string, script: string) => {
      const broken = script.replaceAll('performance.now()', 'performance.§');
      policy = policy.replace(cspHash(script), () => cspHash(broken));
      return `${tag}${broken}</script>`;
    });
    await route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': policy },
      body,
    });
  });
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.pending });
  await untilPaid(app, order.id);
  await page.waitForURL(shop.returnUrls.success);
  expect(complaints.splice(0).join()).toContain('Invalid or unexpected token');
});

const SCRIPT = /(<script[^>]*>)(.*?)<\/script>/gs;

function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  return posts;
}
