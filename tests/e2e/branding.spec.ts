import { OrdersClient } from '#contract/client/client.ts';

import { expectNoViolations } from './axe.ts';
import { payableMerchant } from '../support/operator/merchant.ts';
import { payinBody } from '../support/orders/orders.ts';
import { operate } from '../support/process/operate.ts';
import { CARDS, expect, payButton, payWith, test, untilAlive } from './fixtures.ts';

const LOGO_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 10"/>';
const LOGO = `data:image/svg+xml;base64,${Buffer.from(LOGO_DRAWING).toString('base64')}`;

// In one worker, with one branded merchant.
test.describe.configure({ mode: 'default' });

/** Creates an order of a merchant with a branding. @returns its pay_url */
let createBrandedOrder: () => Promise<string>;

test.beforeAll(async ({ app }) => {
  const { id: merchant, method, key } = await payableMerchant(app);
  const branded = await operate(app, 'merchants brand', {
    merchant,
    name: 'Nordlicht Optik',
    // Unreadable both on white and as a background of white text.
    accent: '#ffe45e',
    logo: LOGO,
    support: 'https://shop.example/help',
    operator: 'Nordlicht Optik GmbH, Kiel',
    terms: 'https://shop.example/terms',
    privacy: 'https://shop.example/privacy',
  });
  expect(branded).toMatchObject({ status: 200 });
  const client = new OrdersClient({ baseUrl: app.url, ...key, repeats: 5 });
  createBrandedOrder = async () => {
    const order = payinBody(app, { merchant_gate_method_id: method, return_urls: {} });
    const created = await client.createPayin(order);
    expect(created).toMatchObject({ ok: true, value: { status: 'CREATED' } });
    return created.ok ? (created.value.pay_url ?? '') : '';
  };
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a ${colorScheme} page`, () => {
    test.use({ colorScheme });

    test("a merchant's name, logo, colour and help are shown, and everything stays readable", async ({
      page,
    }) => {
      await page.goto(await createBrandedOrder());
      await untilAlive(page);
      await expect(page.getByText('Nordlicht Optik', { exact: true })).toBeVisible();
      await expect(page.locator(`img[src="${LOGO}"]`)).toBeVisible();
      for (const [name, path] of Object.entries({
        Help: 'help',
        Terms: 'terms',
        Privacy: 'privacy',
      })) {
        const link = page.getByRole('link', { name });
        await expect(link).toHaveAttribute('href', `https://shop.example/${path}`);
      }
      await expect(page.getByText('Nordlicht Optik GmbH, Kiel')).toBeVisible();
      // The merchant's own proportions and colour: five times as wide as high, and yellow.
      expect(await page.locator('header img').boundingBox()).toMatchObject({
        width: 192,
        height: 40,
      });
      await expect(payButton(page)).toHaveCSS('background-color', 'rgb(255, 228, 94)');
      await expect(payButton(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
      await payButton(page).click();
      await expectNoViolations(page);
      await payWith(page, { number: CARDS.approved });
      const receipt = page.locator('#receipt');
      await expect(receipt).toContainText('Nordlicht Optik');
      await expect(receipt).toContainText('€12.50');
    });
  });
}
