import { expectNoViolations } from '../support/browsers/axe.ts';
import { startApp, type SandboxApp } from '../support/process/app.ts';
import { operate } from '../support/process/operate.ts';
import { payinBody } from '../support/orders/orders.ts';
import { CARDS, expect, fillCard, payButton, test, untilAlive } from './fixtures.ts';

const LOGO_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 10"/>';
const LOGO = `data:image/svg+xml;base64,${Buffer.from(LOGO_DRAWING).toString('base64')}`;

/** A service of its own: what its merchant looks like, others would see too. */
let branded: SandboxApp;

// In one worker, with one service.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  branded = await startApp();
  const { status } = await operate(branded, 'merchants brand', {
    merchant: branded.sandbox.merchant_id,
    name: 'Nordlicht Optik',
    // Unreadable on white, and under white.
    accent: '#ffe45e',
    logo: LOGO,
    support: 'https://shop.example/help',
    operator: 'Nordlicht Optik GmbH, Kiel',
    terms: 'https://shop.example/terms',
    privacy: 'https://shop.example/privacy',
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
      for (const [name, path] of Object.entries({
        Help: 'help',
        Terms: 'terms',
        Privacy: 'privacy',
      })) {
        const link = page.getByRole('link', { name });
        await expect(link).toHaveAttribute('href', `https://shop.example/${path}`);
      }
      await expect(page.getByText('Nordlicht Optik GmbH, Kiel')).toBeVisible();
      // Five times as wide as it is high, and yellow, as the merchant drew and chose them.
      expect(await page.locator('header img').boundingBox()).toMatchObject({
        width: 192,
        height: 40,
      });
      await expect(payButton(page)).toHaveCSS('background-color', 'rgb(255, 228, 94)');
      await expect(payButton(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
      await payButton(page).click();
      await expectNoViolations(page);
      await fillCard(page, { number: CARDS.approved });
      await payButton(page).click();
      const receipt = page.locator('#receipt');
      await expect(receipt).toContainText('Nordlicht Optik');
      await expect(receipt).toContainText('€12.50');
    });
  });
}
