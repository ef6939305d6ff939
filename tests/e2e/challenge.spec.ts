import type { Page } from '@playwright/test';

import { CARDS, expect, payWith, test, type CreateOrder } from './fixtures.ts';

const question = { name: 'Are you paying €12.50?' };

async function openChallenge(page: Page, createOrder: CreateOrder): Promise<void> {
  await page.goto((await createOrder()).pay_url);
  await payWith(page, { number: CARDS.challenge });
  await expect(page.getByRole('heading', question)).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test.beforeEach(({ page, createOrder }) => openChallenge(page, createOrder));

    const comeBack = async (page: Page) => {
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
    };

    test('an approved challenge pays', async ({ page, shop }) => {
      await page.getByRole('button', { name: 'Approve' }).click();
      await comeBack(page);
      await page.waitForURL(shop.returnUrls.success);
    });

    test('an open challenge can be abandoned for another card', async ({ page, shop }) => {
      await page.getByRole('link', { name: 'Leave without an answer' }).click();
      await page.getByRole('button', { name: 'Use another card' }).click();
      await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
      await payWith(page, { number: CARDS.approved });
      await page.waitForURL(shop.returnUrls.success);
    });
  });
}

test('a refused challenge shows the form again', async ({ page, createOrder }) => {
  await openChallenge(page, createOrder);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Your bank could not confirm that it was you.',
  );
});

test('an open challenge is shown as open, and can be resumed', async ({ page, createOrder }) => {
  await openChallenge(page, createOrder);
  await page.getByRole('link', { name: 'Leave without an answer' }).click();
  await expect(page.getByRole('heading', { name: 'Your bank is waiting for you' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to your bank' }).click();
  await expect(page.getByRole('heading', question)).toBeVisible();
});

test('a bank on another site posts the shopper back, without a cookie', async ({
  page,
  app,
  createOrder,
}) => {
  const order = await createOrder({ return_urls: {} });
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.challenge });
  await expect(page.getByRole('heading', question)).toBeVisible();
  const challengeId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await fetch(`${app.url}/api/sandbox/v1/challenges/${challengeId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'approve' }),
  });
  await page.context().clearCookies();
  await page.route('http://bank.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${order.pay_url}/status"><input name="cres" value="x"><button>Back</button></form>`,
    }),
  );
  await page.goto('http://bank.test/');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
});
