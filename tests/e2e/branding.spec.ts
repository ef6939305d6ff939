import AxeBuilder from '@axe-core/playwright';

import { startApp, type SandboxApp } from '../support/app.ts';
import { operate } from '../support/operate.ts';
import { payinBody } from '../support/orders.ts';
import { CARDS, expect, payButton, test, typeCard, untilAlive } from './fixtures.ts';

const LOGO_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';
const LOGO = `data:image/svg+xml;base64,${Buffer.from(LOGO_DRAWING).toString('base64')}`;

/** A service of its own: what its merchant looks like, others would see too. */
let branded: SandboxApp;

test.beforeAll(async () => {
  branded = await startApp();
  const { status } = await operate(branded, 'brand-merchant', {
    merchant: branded.sandbox.merchant_id,
    name: 'Nordlicht Optik',
    // Unreadable on white, and under white.
    accent: '#ffe45e',
    logo: LOGO,
    support: 'https://shop.example/help',
  });
  expect(status).toBe(200);
});
test.afterAll(() => branded.stop());

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a ${colorScheme} page`, () => {
    test.use({ colorScheme });

    test("a merchant's name, logo, colour and help are shown, and all is still readable", async ({
      page,
    }) => {
      const created = await branded.client.createPayin(payinBody(branded, { return_urls: {} }));
      await page.goto(created.ok ? (created.value.pay_url ?? '') : '');
      await untilAlive(page);
      await expect(page.getByText('Nordlicht Optik', { exact: true })).toBeVisible();
      await expect(page.locator(`img[src="${LOGO}"]`)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Help' })).toHaveAttribute(
        'href',
        'https://shop.example/help',
      );
      await payButton(page).click();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations).toEqual([]);
      await typeCard(page, { number: CARDS.approved });
      await payButton(page).click();
      await expect(page.getByText('€12.50 was paid to Nordlicht Optik.')).toBeVisible();
    });
  });
}
