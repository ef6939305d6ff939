import type { Page } from '@playwright/test';

import { statusAddress } from '../../src/lib/server/checkout/status-address.ts';
import { expectNoViolations, expectNoViolationsInAnyTheme } from './axe.ts';
import { done } from '../support/process/operate.ts';
import { CARDS, DECIDED_AFTER_48_H, expect, test, untilAlive } from './fixtures.ts';

function pay(page: Page) {
  return page.locator('#card-form button').click();
}

async function typeAnyCard(page: Page, number: string) {
  await page.locator('#card-number').fill(number);
  await page.locator('#expiry-date').fill('12 / 39');
  await page.locator('#security-code').fill('123');
  await page.locator('#cardholder-name').fill('Anna Weber');
}

/** Returns a text that the page holds ready for when it cannot reach a server. */
function textOf(page: Page, notice: string) {
  return page
    .locator(`[data-notice=${notice}]`)
    .evaluate((kept: HTMLTemplateElement) => kept.content.textContent);
}

test.describe('axe finds nothing from right to left:', () => {
  test.use({ locale: 'ar' });

  test('the form and its errors', async ({ page, openForm }) => {
    await openForm({ customer: {} });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('#card-number')).toHaveCSS('direction', 'ltr');
    await page.locator('footer summary').click();
    await pay(page);
    await expect(page.locator('#summary-title')).toBeVisible();
    await expectNoViolations(page);
  });
});

test.describe('axe finds nothing in either theme:', () => {
  test('the form, its errors, a decline, no connection, a payment with an unknown outcome', async ({
    page,
    context,
    openForm,
  }) => {
    await openForm({ customer: {} });
    await page.locator('footer summary').click();
    await expectNoViolationsInAnyTheme(page);
    await pay(page);
    await expect(page.locator('#summary-title')).toBeVisible();
    await expectNoViolationsInAnyTheme(page);
    await typeAnyCard(page, CARDS.softDecline);
    await pay(page);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoViolationsInAnyTheme(page);
    await page.locator('#security-code').fill('123');
    await context.setOffline(true);
    await pay(page);
    await expect(page.getByRole('alert')).toHaveText(await textOf(page, 'offline'));
    await expectNoViolationsInAnyTheme(page);
    await context.setOffline(false);
    await page.route(/\/(card|state)\b/, (route) => route.abort());
    await pay(page);
    await page.locator('#card-form button[aria-disabled]').waitFor();
    await expect(page.getByRole('alert')).toHaveText(await textOf(page, 'findingOut'));
    await expectNoViolationsInAnyTheme(page);
  });

  test('an order charged in another currency, in its last minutes, then paid', async ({
    page,
    openForm,
  }) => {
    await page.clock.install();
    await openForm({ method: 'card_kzt', currency: 'KZT', amount: 15_900, return_urls: {} });
    await page.clock.fastForward('26:00');
    await expect(page.locator('#time-left')).toBeVisible();
    await expectNoViolationsInAnyTheme(page);
    await typeAnyCard(page, CARDS.approved);
    await pay(page);
    await expect(page.locator('#receipt')).toBeVisible();
    await expectNoViolationsInAnyTheme(page);
  });

  test('waiting, still pending, a hard decline, an expired or cancelled order', async ({
    page,
    app,
    createOrder,
  }) => {
    const waiting = await createOrder({ amount: DECIDED_AFTER_48_H, return_urls: {} });
    await page.goto(waiting.pay_url);
    await typeAnyCard(page, CARDS.approved);
    await pay(page);
    await page.locator('h1 .spinner').waitFor();
    await expectNoViolationsInAnyTheme(page);
    // The page as a reload shows it after it has stopped waiting.
    await page.goto(app.url + statusAddress(waiting.id, { sinceMs: 1_000 }));
    await page.locator('main svg.pending').waitFor();
    await expectNoViolationsInAnyTheme(page);

    const refused = await createOrder({ return_urls: {} });
    await page.goto(refused.pay_url);
    await untilAlive(page);
    await typeAnyCard(page, CARDS.hardDecline);
    await pay(page);
    await page.locator('main svg.declined').waitFor();
    await expectNoViolationsInAnyTheme(page);

    const short = { method: 'card_short', currency: 'USD', return_urls: {} } as const;
    await page.goto((await createOrder(short)).pay_url);
    await page.locator('main svg.expired').waitFor();
    await expectNoViolationsInAnyTheme(page);

    const cancelled = await createOrder({ return_urls: {} });
    await done(app, 'payins cancel', { order: cancelled.id });
    await page.goto(cancelled.pay_url);
    await page.locator('main svg.cancelled').waitFor();
    await expectNoViolationsInAnyTheme(page);
  });

  test('a challenge, an abandoned one, error pages, the shop', async ({ page, app, openForm }) => {
    await openForm();
    await typeAnyCard(page, CARDS.challenge);
    await pay(page);
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expectNoViolationsInAnyTheme(page);
    await page.getByText('Leave without an answer').click();
    await page.locator('form[action$="another-card"]').waitFor();
    await expectNoViolationsInAnyTheme(page);
    for (const path of ['/pay/nothing', '/shop']) {
      await page.goto(app.url + path);
      await expectNoViolationsInAnyTheme(page);
    }
  });
});

test('accepted brands are named, and those beyond four counted, until the brand is certain', async ({
  page,
  openForm,
}) => {
  await openForm();
  const accepted = page.getByRole('group', { name: 'Accepted cards' });
  for (const name of ['Visa', 'Mastercard', 'American Express', 'Discover']) {
    await expect(accepted.getByRole('img', { name, exact: true })).toBeVisible();
  }
  const others = 'JCB, Diners Club, UnionPay, Mir, Maestro';
  await expect(accepted.getByRole('img', { name: others })).toHaveText('+5');
  await page.getByLabel('Card number').fill('3');
  await expect(accepted.getByRole('img')).toHaveCount(5);
  await page.getByLabel('Card number').fill('9999 999');
  await expect(accepted.getByRole('img')).toHaveCount(0);
  await page.getByLabel('Card number').fill('2200 00');
  await expect(accepted.getByRole('img')).toHaveCount(1);
  const mark = accepted.getByRole('img', { name: 'Mir' });
  await expect(mark).toBeVisible();
  const width = () => mark.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});

test('no control is smaller than a finger', async ({ page, createOrder }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const order = await createOrder({ customer: {} });
  await page.goto(`${order.pay_url}?lang=de`);
  await untilAlive(page);
  await pay(page);
  for (const target of await page
    .locator('button:visible, input:visible, summary:visible, footer a:visible')
    .all()) {
    const box = await target.boundingBox();
    expect(
      box?.height,
      await target.evaluate((element) => element.outerHTML.slice(0, 80)),
    ).toBeGreaterThanOrEqual(44);
  }
  // A list of links has closer rows: WCAG 2.2 asks for 24.
  for (const link of await page.locator('#summary a').all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  }
});
