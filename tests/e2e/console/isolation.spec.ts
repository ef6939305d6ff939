import type { Page } from '@playwright/test';
import { OrdersClient } from '#contract/client/client.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { payableMerchant } from '../../support/operator/merchant.ts';
import { expect, test } from './fixtures.ts';

/**
 * Collects all API answers to this page, the only source of its content. @returns a function that waits for and returns
 * them
 */
function collectAnswers(page: Page): () => Promise<string> {
  const answers: string[] = [];
  let awaited = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/api/operator/')) return;
    awaited += 1;
    void request.response().then(async (response) => {
      answers.push((await response?.text().catch(() => '')) ?? '');
      awaited -= 1;
    });
  });
  return async () => {
    await expect.poll(() => awaited).toBe(0);
    return answers.join('\n');
  };
}

test('a merchant’s person sees nothing of another merchant in any view', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const name = `Another ${crypto.randomUUID()}`;
  const merchant = await merchantWithOrder(name);
  const own = await createOrder();
  const told = collectAnswers(page);
  await signIn('merchant');
  await page.goto(consoleUrl);
  const places = page.getByRole('navigation', { name: 'Views' }).getByRole('listitem');
  await expect(places.first()).toBeVisible();
  const views = await places
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(views).toContain('/console/orders');
  expect(views).toContain('/console/reports');
  const named = [
    `/console/orders/${merchant.order}`,
    `/console/orders?merchant=${encodeURIComponent(name)}`,
    `/console/orders?email=${merchant.email}`,
    '/console/attention',
    '/console/reconciliations',
  ];
  for (const view of [...views, ...named]) {
    await page.goto(new URL(view, consoleUrl).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await told();
  }
  const all = await told();
  for (const secret of Object.values(merchant)) expect(all).not.toContain(secret);
  expect(all).toContain(own.id);

  /** Creates a merchant with an order, and texts that no other merchant may see. */
  async function merchantWithOrder(merchantName: string) {
    const { id, gate, method, key } = await payableMerchant(app, merchantName);
    const client = new OrdersClient({ baseUrl: app.url, ...key, repeats: 5 });
    const email = `${crypto.randomUUID()}@shop.example`;
    const body = payinBody(app, { reference_id: crypto.randomUUID(), customer: { email } });
    const order = await client.createPayin({ ...body, merchant_gate_method_id: method });
    if (!order.ok) throw new Error(JSON.stringify(order));
    const { reference_id: reference = '' } = order.value;
    const ids = { id, gate, method, key: key.apiKeyId, order: order.value.id };
    return { ...ids, reference, email, name: merchantName };
  }
});
