import type { Page } from '@playwright/test';

import { en } from '../../src/lib/i18n/en.ts';
import {
  CARDS,
  expect,
  expectPaid,
  payWith,
  STAYS,
  test,
  untilAlive,
  untilPaid,
} from './fixtures.ts';
import { actAsPayer, ORDERS, PAYS, PHONE_NUMBER } from './payment-sources.ts';

/** Opens an order's form in a second tab, and sends a card in the first. */
async function openTwice(page: Page, url: string, number: string): Promise<Page> {
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await tab.goto(url);
    await untilAlive(tab);
  }
  await payWith(page, { number });
  await page.waitForURL(/\/(?:status|challenge)/);
  return second;
}

test("a second tab's other card is not used, and its page says so, until the shopper leaves it", async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder();
  const second = await openTwice(page, order.pay_url, CARDS.pending);
  await payWith(second, { number: CARDS.approved });
  await second.waitForURL(/\/status/);
  await expect(second.locator('main .notice')).toHaveText(en.form.notUsed);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(en.states.waiting.title);
  await untilPaid(app, order.id);
  await expectPaid(second);
  await expect(second.locator('main .notice')).toHaveText(en.form.notUsed);
  await expect(second.locator('#receipt')).toContainText('0077');
  await second.getByRole('link', { name: en.actions.leave }).click();
  await second.waitForURL(shop.returnUrls.success);
});

test("a second tab's other card does not lead to the bank of the first without a word", async ({
  page,
  createOrder,
}) => {
  const order = await createOrder();
  const second = await openTwice(page, order.pay_url, CARDS.challenge);
  await payWith(second, { number: CARDS.approved });
  await second.waitForURL(/\/status/);
  await expect(second.locator('main .notice')).toHaveText(en.form.notUsed);
  await expect(second.getByRole('link', { name: en.actions.toBank })).toBeVisible();
});

test('the same card from a second tab is the one that is paid with', async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder();
  const second = await openTwice(page, order.pay_url, CARDS.pending);
  await payWith(second, { number: CARDS.pending });
  await second.waitForURL(/\/status/);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(en.states.waiting.title);
  await expect(second.getByText(en.form.notUsed)).toHaveCount(0);
  await untilPaid(app, order.id);
  await second.waitForURL(shop.returnUrls.success);
});

test('what a second tab sends for another source than cards is not used if it is something else, and its page says so', async ({
  page,
  app,
  createOrder,
}) => {
  const order = await createOrder({ ...ORDERS.PHONE, ...STAYS });
  const [second, same] = [await page.context().newPage(), await page.context().newPage()];
  for (const tab of [page, second, same]) await tab.goto(order.pay_url);
  const begin = async (tab: Page, typed: string) => {
    await tab.locator('#begin-form [name=phone]').fill(typed);
    await tab.locator('#begin-form button').click();
    await tab.waitForURL(/\/status/);
  };
  await begin(page, PHONE_NUMBER);
  await begin(second, '+48 512 345 679');
  await expect(second.locator('main').getByText(en.form.notUsed)).toBeVisible();
  await begin(same, PHONE_NUMBER);
  await expect(same.locator('main svg.challenge')).toBeVisible();
  await expect(same.getByText(en.form.notUsed)).toHaveCount(0);
  await actAsPayer(app, order.id, PAYS.PHONE);
  await expectPaid(second);
  await expect(second.locator('main .notice')).toHaveText(en.form.notUsed);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test("a second tab's other card is not used, and its page says so", async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder();
    const second = await page.context().newPage();
    for (const tab of [page, second]) await tab.goto(order.pay_url);
    await payWith(page, { number: CARDS.pending });
    await page.waitForURL(/\/status/);
    await payWith(second, { number: CARDS.approved });
    await second.waitForURL(/\/status/);
    await expect(second.locator('main .notice')).toHaveText(en.form.notUsed);
  });
});
