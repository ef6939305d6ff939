import type { Page } from '@playwright/test';

import { CARDS, expect, payButton, payWith, test, untilAlive } from './fixtures.ts';

/** The width of a probe text in the fonts of the stored screenshots, in thousandths of a pixel. */
const PROBE_WIDTH = 308_422;

/**
 * The pixels that may differ, about a letter or two, since browser releases draw fonts slightly differently. A field
 * moved by a pixel differs more.
 */
const OTHERWISE_DRAWN = 400;

/** Returns the probe's width. The page uses the machine's fonts, and with other fonts every screenshot would differ. */
function fontsWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.font = '16px system-ui';
    return Math.round(context.measureText('Pay €1,249.50 by card: 4242 بطاقة カード').width * 1000);
  });
}

async function matches(page: Page, name: string): Promise<void> {
  const width = await fontsWidth(page);
  test.skip(width !== PROBE_WIDTH, `other fonts than the pictures were taken with (${width})`);
  await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixels: OTHERWISE_DRAWN });
}

const order = { amount: 1249.5, customer: {} };

test.describe('on a wide screen', { tag: '@apart' }, () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the form', async ({ page, createOrder }) => {
    await page.goto((await createOrder({ ...order, reference_id: 'PICTURE-1' })).pay_url);
    await untilAlive(page);
    await matches(page, 'form-wide');
  });

  test('the form in Arabic', async ({ page, createOrder }) => {
    const { pay_url: payUrl } = await createOrder({ ...order, reference_id: 'PICTURE-2' });
    await page.goto(`${payUrl}?lang=ar`);
    await untilAlive(page);
    await matches(page, 'form-arabic');
  });

  test('a decline, in the dark', async ({ page, createOrder }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto((await createOrder({ ...order, reference_id: 'PICTURE-3' })).pay_url);
    await untilAlive(page);
    await payWith(page, { number: CARDS.softDecline });
    await expect(page.getByRole('alert')).toBeVisible();
    await matches(page, 'declined-dark');
  });

  test('a payment that was received', async ({ page, createOrder }) => {
    const made = await createOrder({ ...order, reference_id: 'PICTURE-4', return_urls: {} });
    await page.goto(made.pay_url);
    await payWith(page, { number: CARDS.approved });
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
    await page.locator('time').evaluate((time) => {
      time.textContent = 'Nov 22, 2026, 4:16 PM';
    });
    await matches(page, 'paid-wide');
  });
});

test.describe('on a narrow screen', { tag: '@apart' }, () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('mistakes in the form', async ({ page, createOrder }) => {
    await page.goto((await createOrder({ ...order, reference_id: 'PICTURE-5' })).pay_url);
    await untilAlive(page);
    await page.getByLabel('Card number').pressSequentially('4242424242424241');
    await payButton(page).click();
    await expect(page.locator('#summary-title')).toBeVisible();
    await matches(page, 'mistakes-narrow');
  });

  test('a payment that is not found', async ({ page, app }) => {
    await page.goto(`${app.url}/pay/nothing`);
    await matches(page, 'not-found-narrow');
  });
});
