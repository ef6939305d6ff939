import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

import { test as base } from '@playwright/test';

import type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';

import { startApp, type SandboxApp } from '../support/process/app.ts';
import { operate } from '../support/process/operate.ts';
import { payinBody } from '../support/orders/orders.ts';

/** A shop on an origin of its own: it answers every address with the address itself. */
interface OtherShop {
  url: string;
  returnUrls: { success: string; pending: string; fail: string };
}

/** Creates an order as the sandbox merchant; without more, 12.50 EUR that leads back to `shop`. */
export type CreateOrder = (
  overrides?: Partial<CreatePayinBody> & { method?: string },
) => Promise<PayinOrder & { pay_url: string }>;

interface TestFixtures {
  createOrder: CreateOrder;
}

interface WorkerFixtures {
  app: SandboxApp;
  shop: OtherShop;
}

/** The program, a shop and their orders, in whichever browser; nothing here opens one. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      const { body } = await operate(app, 'ledger check');
      await app.stop();
      base.expect(body).toMatchObject({ ok: true, findings: [] });
      base.expect(bugsIn(app.logs())).toEqual([]);
    },
    { scope: 'worker', timeout: 180_000 },
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
});

/** What the service logs of a request that it answers with 500. */
export function bugsIn(logs: string): string[] {
  return logs.split('\n').filter((line) => line.includes('A request met a bug'));
}

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
