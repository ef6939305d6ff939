import { devices, type Page } from '@playwright/test';

import { test as base, type CreateOrder } from './order-fixtures.ts';

export { expect } from '@playwright/test';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
/**
 * For `test.use` in files that are about small screens; the rest says nothing that a small screen would change.
 * As a project of their own they would start every server once more.
 */
export const PHONE = phone;

interface TestFixtures {
  /** Creates an order and opens its form, until that has come alive. */
  openForm: CreateOrder;
  /** What the browser complained of: every test ends with this empty, unless it says otherwise. */
  complaints: string[];
}

/** Browsers report a page's own status as an error, and an aborted poll of a page that was left. */
const EXPECTED = /Failed to load resource|net::ERR_ABORTED/;

export const test = base.extend<TestFixtures>({
  openForm: async ({ page, createOrder }, use) => {
    await use(async (overrides) => {
      const order = await createOrder(overrides);
      await page.goto(order.pay_url);
      await untilAlive(page);
      return order;
    });
  },
  complaints: async ({}, use) => {
    await use([]);
  },
  // A test that opens no page has none to complain, and starts no browser.
  page: async ({ page, complaints }, use) => {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    test.expect(complaints, 'the browser complained').toEqual([]);
  },
});

export interface Card {
  number: string;
  expiry?: string;
  code?: string;
  name?: string;
}

export const CARDS = {
  approved: '4242424242424242',
  softDecline: '4000000000000002',
  hardDecline: '4000000000009979',
  pending: '4000000000000077',
  challenge: '4000000000003220',
} as const;

/** Types a card as a shopper does, key by key. */
export async function typeCard(page: Page, card: Card): Promise<void> {
  const { number, expiry = '1239', code = '123', name = 'Anna Maria Weber' } = card;
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially(expiry);
  await page.getByLabel('Security code').pressSequentially(code);
  await page.getByLabel('Name on card').pressSequentially(name);
}

/** Fills the form in at once: what comes of typing is judged elsewhere. */
export async function fillCard(page: Page, card: Card): Promise<void> {
  const { number, expiry = '1239', code = '123', name = 'Anna Maria Weber' } = card;
  await page.locator('#card-number').fill(number);
  await page.locator('#expiry-date').fill(expiry);
  await page.locator('#security-code').fill(code);
  await page.locator('#cardholder-name').fill(name);
}

/**
 * Lets no request to an address pass until what is returned is called: a page that would go on by itself
 * stays, however long a test takes to look at it.
 */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => {
    released.resolve(undefined);
  };
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });

const SCRIPT = /<script nonce="[^"]*">(.*?)<\/script>/gs;

/** Opens a page whose script has not run yet. @returns what runs it */
export async function openBeforeScript(page: Page, url: string): Promise<() => Promise<void>> {
  let code = '';
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const script = [...html.matchAll(SCRIPT)].find(([, text]) => text?.includes('noValidate'));
    code = script?.[1] ?? '';
    await route.fulfill({ response, body: html.replace(script?.[0] ?? '', () => '') });
  });
  await page.goto(url);
  test.expect(code).not.toBe('');
  return () => page.evaluate(code);
}

/** The page has come alive: until then the browser's own checks are in force. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('form#card-form[novalidate]').waitFor();
}
