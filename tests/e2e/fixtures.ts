import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

import { test as base, type Page } from '@playwright/test';

import type { CreatePayinBody, PayinOrder } from '#contract/payin.ts';

import { startApp, type SandboxApp } from '../support/app.ts';
import { operate } from '../support/operate.ts';
import { payinBody } from '../support/orders.ts';

export { expect } from '@playwright/test';

/** A shop on an origin of its own: it answers every address with the address itself. */
export interface OtherShop {
  url: string;
  returnUrls: { success: string; pending: string; fail: string };
}

interface TestFixtures {
  /** Creates an order as the sandbox merchant; without more, 12.50 EUR that leads back to `shop`. */
  createOrder: (
    overrides?: Partial<CreatePayinBody> & { method?: string },
  ) => Promise<PayinOrder & { pay_url: string }>;
  /** Creates an order as above and opens its form, until that has come alive. */
  openForm: TestFixtures['createOrder'];
  /** What the browser complained of: every test ends with this empty, unless it says otherwise. */
  complaints: string[];
}

interface WorkerFixtures {
  app: SandboxApp;
  shop: OtherShop;
}

/** Browsers report a page's own status as an error, and an aborted poll of a page that was left. */
const EXPECTED = /Failed to load resource|net::ERR_ABORTED/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      const { body } = await operate(app, 'check-ledger');
      await app.stop();
      base.expect(body).toMatchObject({ result: { ok: true, findings: [] } });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: [
    async ({}, use) => {
      const server = createServer((request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<title>Other shop</title><h1>${request.url ?? ''}</h1>`);
      });
      await use(await openShop(server));
      server.close();
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
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const isNews = message.type() === 'error' || message.type() === 'warning';
        if (isNews && !EXPECTED.test(message.text())) complaints.push(message.text());
      });
      await use(complaints);
      test.expect(complaints, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});

async function openShop(server: Server): Promise<OtherShop> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    returnUrls: { success: `${url}/success`, pending: `${url}/pending`, fail: `${url}/fail` },
  };
}

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

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });

/** The page has come alive: until then the browser's own checks are in force. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('form#card-form[novalidate]').waitFor();
}
