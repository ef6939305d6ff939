import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { devices, test as base, type Page } from '@playwright/test';

import { valueIn } from '#contract/client/result.ts';
import type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';

import { startForwardingProxy } from '../support/network/forwarding-proxy.ts';
import { listen, type Listening } from '../support/network/listen.ts';
import type { Person } from '../support/operator/people.ts';
import { payinBody } from '../support/orders/orders.ts';
import {
  startApp,
  startProgram,
  type RunningApp,
  type SandboxApp,
} from '../support/process/app.ts';
import { done } from '../support/process/operate.ts';
import { keyAnswer } from '../support/process/operator-answers.ts';
import { until } from '../support/until.ts';
import { startAcquirers, type Acquirers } from './acquirers.ts';

export { expect } from '@playwright/test';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
/** For `test.use` in files about small screens. */
export const PHONE = phone;

/** A shop on another origin, which answers every address with the address itself. */
interface OtherShop {
  url: string;
  returnUrls: { success: string; pending: string; fail: string };
}

/** The page alone, behind a trusted proxy, with a service that is never reached. */
interface PageBehindProxy extends RunningApp {
  proxy: Listening;
}

/** Creates an order as the sandbox merchant, by default of 12.50 EUR, with return URLs to `shop`. */
export type CreateOrder = (
  overrides?: Partial<CreatePayinBody> & { method?: string },
) => Promise<PayinOrder & { pay_url: string }>;

interface TestFixtures {
  createOrder: CreateOrder;
  /** Creates an order, opens its form and waits until it is interactive. */
  openForm: CreateOrder;
  /** The browser's errors and warnings. Every test must end with none, unless it says otherwise. */
  complaints: string[];
}

export type Role = 'admin' | 'finance' | 'support' | 'viewer' | 'merchant';

/**
 * Fixtures that a worker starts once, on first use. All are in this file: for a file with other worker fixtures
 * Playwright would start another worker, and all of these anew.
 */
interface WorkerFixtures {
  /** The program in its sandbox: page, service and console. */
  app: SandboxApp;
  shop: OtherShop;
  /** The page alone in front of `app`, without the sandbox's parts, as in a live deployment. */
  livePage: RunningApp;
  pageBehindProxy: PageBehindProxy;
  acquirers: Acquirers;
  /** The console's URL for a browser. */
  consoleUrl: string;
  /** The people who have accepted an invitation so far, by role. */
  people: Map<Role, Person>;
}

/** Expected complaints: browsers report a page's error status, and the aborted poll of a page that was left. */
const EXPECTED = /Failed to load resource|net::ERR_ABORTED/;

/** A service address where nothing listens. */
const NO_SERVICE = {
  ORDERS_API_URL: 'http://127.0.0.1:9',
  ORDERS_API_KEY_ID: '7f1b0a30-5c1d-4b7e-9d6b-0c6a2f1e9b55',
  ORDERS_API_SECRET: 'none',
};

/** The limit of posts per minute of `pageBehindProxy`. */
export const POSTS_PER_MINUTE = 3;
export const BEHIND_PROXY = { ...NO_SERVICE, PAGE_POSTS_PER_MINUTE: String(POSTS_PER_MINUTE) };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      const ledger = await done(app, 'ledger check');
      await app.stop();
      base.expect(ledger).toMatchObject({ ok: true, findings: [] });
      base.expect(bugsIn(app.logs())).toEqual([]);
    },
    { scope: 'worker', timeout: 0 },
  ],
  shop: [
    async ({}, use) => {
      const server = createServer((request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<title>Other shop</title><h1>${request.url ?? ''}</h1>`);
      });
      const { baseUrl: url, close } = await listen(server);
      await use({
        url,
        returnUrls: { success: `${url}/success`, pending: `${url}/pending`, fail: `${url}/fail` },
      });
      await close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  livePage: [
    async ({ app }, use) => {
      const issued = await done(app, 'keys issue-page', { kind: 'test' });
      const { apiKeyId, apiSecret } = keyAnswer.parse(issued);
      const page = await startProgram({
        ORDERS_API_URL: app.url,
        ORDERS_API_KEY_ID: apiKeyId,
        ORDERS_API_SECRET: apiSecret,
        PAGE_PENDING_AFTER_SECONDS: '1',
      });
      await use(page);
      await page.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
  pageBehindProxy: [
    async ({}, use) => {
      const settings = { ...BEHIND_PROXY, TRUSTED_PROXIES: '127.0.0.0/8, ::1', SANDBOX: 'true' };
      const page = await startProgram(settings);
      const proxy = await startForwardingProxy(() => page.url);
      await use({ ...page, proxy });
      await proxy.close();
      await page.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
  acquirers: [
    async ({ app }, use) => {
      const acquirers = await startAcquirers(app);
      await use(acquirers);
      await acquirers.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
  consoleUrl: [
    async ({ app }, use) => {
      await use(`${app.operatorUrl.replace('127.0.0.1', 'localhost')}/console`);
    },
    { scope: 'worker' },
  ],
  people: [
    async ({}, use) => {
      await use(new Map());
    },
    { scope: 'worker' },
  ],
  createOrder: async ({ app, shop }, use) => {
    await use(async (overrides = {}) => {
      const body = payinBody(app, {
        reference_id: randomUUID(),
        return_urls: shop.returnUrls,
        customer: { email: 'shopper@example.com' },
        ...overrides,
      });
      const created = await app.client.createPayin(body);
      if (!created.ok || created.value.pay_url === undefined) {
        throw new Error(`No order was made: ${JSON.stringify(created)}`);
      }
      return { ...created.value, pay_url: created.value.pay_url };
    });
  },
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
  // Listens only if a test uses `page`: a test without a page starts no browser.
  page: async ({ page, complaints }, use) => {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    // The page may still be fetching through a route of the test, which fails when the page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
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

/** An order without return URLs: its page stays at the result rather than leave for the shop after a moment. */
export const STAYS = { return_urls: {} } as const;

/** Waits until the page shows that the order is paid, in any language. */
export async function expectPaid(page: Page): Promise<void> {
  await page.locator('main svg.paid').waitFor();
}

/** Waits until the sandbox's bank has paid a pending payment, which takes a few seconds. */
export async function untilPaid({ client }: Pick<SandboxApp, 'client'>, id: string): Promise<void> {
  await until(
    async () => valueIn(await client.getPayin(id)),
    ({ status }) => status === 'SUCCESS',
    ({ status }) => `payin ${id} is ${status}`,
  );
}

/** An amount whose hundredths are the hours that the bank takes to decide, so that the pending page stays. */
export const DECIDED_AFTER_48_H = 104.48;

/** Types a card as a shopper does, key by key. */
export async function typeCard(page: Page, card: Card): Promise<void> {
  const { number, expiry = '1239', code = '123', name = 'Anna Maria Weber' } = card;
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially(expiry);
  await page.getByLabel('Security code').pressSequentially(code);
  await page.getByLabel('Name on card').pressSequentially(name);
}

/** Fills in the form without typing, which is tested elsewhere. */
export async function fillCard(page: Page, card: Card): Promise<void> {
  const { number, expiry = '1239', code = '123', name = 'Anna Maria Weber' } = card;
  await page.locator('#card-number').fill(number);
  await page.locator('#expiry-date').fill(expiry);
  await page.locator('#security-code').fill(code);
  await page.locator('#cardholder-name').fill(name);
}

/** Fills the form in, and sends it. */
export async function payWith(page: Page, card: Card): Promise<void> {
  await fillCard(page, card);
  await payButton(page).click();
}

/**
 * Holds back requests to an address, so that a page that would leave stays while a test examines it.
 *
 * @returns a function that releases them
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

/** Has a page's browser forget its cookies before each request. A request's own header cannot be changed. */
export async function withoutCookies(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    await page.context().clearCookies();
    await route.continue();
  });
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^Pay/ });
}

const SCRIPT = /<script type="module">(.*?)<\/script>/gs;

/** Opens a page without running its script. @returns a function that runs it */
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

/** Waits until the page is interactive; before that the browser's own validation applies. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('form#card-form[novalidate]').waitFor();
}

/** Leaves out of a page the time that its order has left, and whether it is shown, to compare it with a later one. */
export function withoutClock(html: string): string {
  return html.replace(/<[^>]*data-seconds="[^>]*>[^<]*/g, '');
}

/** Returns the log lines about requests answered with 500. */
function bugsIn(logs: string): string[] {
  return logs.split('\n').filter((line) => line.includes('A request failed because of a bug'));
}
