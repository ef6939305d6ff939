import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Locator, Page } from '@playwright/test';

import { startForwardingProxy } from '../support/network/forwarding-proxy.ts';
import { listen } from '../support/network/listen.ts';
import { CARDS, expect, fillCard, payButton, test as base } from './fixtures.ts';
import { CODE, ORDERS } from './payment-sources.ts';

interface Held {
  /** The address of the program behind a proxy. */
  url: string;
  /**
   * Submits a form and stops the request that it leads to, before the answer, as the browser's Stop button and the
   * Escape key do.
   */
  stop: (page: Page, request: string, submit: () => Promise<unknown>) => Promise<void>;
}

const test = base.extend<{ held: Held }>({
  held: async ({ app }, use) => {
    const silent = createServer(() => undefined);
    const nobody = await listen(silent);
    let held: string | undefined;
    const proxy = await startForwardingProxy(({ method, url = '' }) =>
      held === `${method} ${url.replace(/.*\/|\?.*/g, '')}` || held === method
        ? nobody.baseUrl
        : app.url,
    );
    await use({
      url: proxy.baseUrl,
      async stop(page, request, submit) {
        const browser = await page.context().newCDPSession(page);
        held = request;
        const sent = once(silent, 'request');
        await submit();
        await sent;
        await browser.send('Page.stopLoading');
        held = undefined;
      },
    });
    await proxy.close();
    await nobody.close();
  },
});

/** Clicks once this call is over: a browser that waits for an answer takes no commands. */
function click(button: Locator): Promise<unknown> {
  return button.evaluate((element: HTMLElement) => requestAnimationFrame(() => element.click()));
}

test.describe('a stopped request lets go of the button', () => {
  // A form with a field, and one that the page submits.
  for (const source of ['BLIK', 'P2P'] as const) {
    test(`of ${source}, which then begins the payment`, async ({ page, held, createOrder }) => {
      const order = await createOrder(ORDERS[source]);
      const button = page.locator('#begin-form button');
      await held.stop(page, 'POST', async () => {
        await page.goto(`${held.url}/pay/${order.id}`, { waitUntil: 'commit' });
        if (source === 'P2P') return;
        await page.locator('#begin-form [name=code]').fill(CODE);
        await click(button);
      });
      await expect(button).not.toHaveAttribute('aria-disabled');
      await button.click();
      await expect(page.locator('.instructions')).toBeVisible();
    });
  }

  test('of another card, which then leads back to the form', async ({
    page,
    held,
    createOrder,
  }) => {
    const order = await createOrder();
    const form = {
      card_number: CARDS.challenge,
      expiry: '12/39',
      security_code: '123',
      cardholder_name: 'Anna Weber',
    };
    await page.request.post(order.pay_url, { form, maxRedirects: 0 });
    const button = page.getByRole('button', { name: 'Use another card' });
    await page.goto(`${held.url}/pay/${order.id}/status`);
    await held.stop(page, 'POST', () => click(button));
    await button.click();
    await expect(page.locator('#card-form')).toBeVisible();
  });

  test('of the demo shop, which then asks again', async ({ page, held }) => {
    await page.goto(`${held.url}/shop`);
    const button = page.locator('form button').first();
    await held.stop(page, 'POST', () => click(button));
    await held.stop(page, 'POST', () => click(button));
  });

  test('of the card form, if the way to the status page is stopped', async ({
    page,
    held,
    createOrder,
  }) => {
    const order = await createOrder();
    await page.goto(`${held.url}/pay/${order.id}`);
    await fillCard(page, { number: CARDS.approved });
    await held.stop(page, 'GET status', () => click(payButton(page)));
    await expect(payButton(page)).toHaveText('Pay €12.50');
    await expect(payButton(page)).not.toHaveAttribute('aria-disabled');
  });
});
