import type { Page } from '@playwright/test';

import { en } from '../../src/lib/i18n/en.ts';
import { ORDERS } from './payment-sources.ts';
import { CARDS, expect, expectPaid, payWith, STAYS, test } from './fixtures.ts';

/** Ways in which browsers inside of apps refuse to copy. */
const REFUSALS = {
  'that refuses to copy': () => {
    const refuse = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } });
  },
  'that cannot copy': () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  },
};

const selection = (page: Page) => page.evaluate(() => getSelection()?.toString());

for (const [browser, refuse] of Object.entries(REFUSALS)) {
  test(`a browser ${browser} selects the value, and the page says so and stays`, async ({
    page,
    createOrder,
  }) => {
    await page.addInitScript(refuse);
    await page.clock.install();
    const order = await createOrder(ORDERS.P2P);
    await page.goto(order.pay_url);
    const stays = await page.locator('h1').elementHandle();
    for (const [name, id] of [
      ['Copy IBAN', 'account'],
      ['Copy Amount', 'amount'],
    ] as const) {
      const button = page.getByRole('button', { name });
      await button.click();
      await expect(page.locator(`#${id}-refused`)).toHaveText(en.receipt.selected);
      await expect(page.locator(`#${id}-refused`)).toBeVisible();
      expect(await selection(page)).toBe(await button.getAttribute('data-copy'));
      await page.clock.runFor(1000);
      await expect(page.locator('#copied')).toHaveText(en.receipt.selected);
    }
    await expect(page.locator('#account-refused')).toBeHidden();
    await page.clock.runFor(60_000);
    expect(await stays.evaluate((heading) => heading.isConnected)).toBe(true);
  });
}

test('a receipt that cannot be copied is selected, and the page says so', async ({
  page,
  openForm,
}) => {
  await page.addInitScript(REFUSALS['that refuses to copy']);
  await openForm(STAYS);
  await payWith(page, { number: CARDS.approved });
  await expectPaid(page);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('#receipt-actions [role=status]')).toHaveText(en.receipt.selected);
  expect(await selection(page)).toContain('€12.50');
});

test("errors of others, such as extensions', do not reload a waiting page", async ({
  page,
  complaints,
  createOrder,
}) => {
  await page.clock.install();
  const order = await createOrder(ORDERS.P2P);
  await page.goto(order.pay_url);
  await page.locator('#progress[data-ran]').waitFor({ state: 'attached' });
  const stays = await page.locator('h1').elementHandle();
  await page.evaluate(() => {
    dispatchEvent(new ErrorEvent('error', { message: 'of an extension' }));
    dispatchEvent(new Event('unhandledrejection'));
  });
  await page.clock.runFor(60_000);
  expect(await stays.evaluate((heading) => heading.isConnected)).toBe(true);
  complaints.length = 0;
});
