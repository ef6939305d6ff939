/** The page of a link to pay, and what it leads to. */
import { valueIn } from '#contract/client/result.ts';
import type { CreateLinkBody, Link } from '#contract/schemas/link.ts';
import type { Page } from '@playwright/test';

import { LANGUAGE_NAMES } from '../../src/lib/i18n/languages.ts';
import type { SandboxApp } from '../support/process/app.ts';
import { expectNoViolationsInAnyTheme } from './axe.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  payButton,
  payWith,
  test,
  untilAlive,
} from './fixtures.ts';

async function createLink(
  { client, sandbox }: SandboxApp,
  overrides: Partial<CreateLinkBody> = {},
): Promise<Link> {
  const body = {
    merchant_gate_method_id: sandbox.methods['card_eur'] ?? '',
    amount: 12.5,
    description: 'Desk lamp, brass',
    reference_prefix: 'invoice-7',
    use: 'once' as const,
    ...overrides,
  };
  return valueIn(await client.createLink(body));
}

async function rangeLink(app: SandboxApp, overrides: Partial<CreateLinkBody> = {}) {
  const { amount: _, ...body } = {
    merchant_gate_method_id: app.sandbox.methods['card_eur'] ?? '',
    amount_range: { min: 5, max: 2_000 },
    reference_prefix: 'donation',
    use: 'many' as const,
    amount: undefined,
    ...overrides,
  };
  return valueIn(await app.client.createLink(body));
}

async function readLink({ client }: SandboxApp, { id }: Link): Promise<Link> {
  return valueIn(await client.getLink(id));
}

const ORDER_PAGE = /\/pay\/[0-9a-f-]{36}/;

async function payOrderWith(page: Page, number: string): Promise<void> {
  await page.waitForURL(ORDER_PAGE);
  await payWith(page, { number });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a payer pays a link, and whoever opens it later sees that it is paid', async ({
      page,
      app,
    }) => {
      const link = await createLink(app);
      await page.goto(link.url);
      await expect(page.getByText('Test mode: no money moves')).toBeVisible();
      await expect(page.getByText('Desk lamp, brass')).toBeVisible();
      await expect(page.locator('.amount')).toHaveText('€12.50');
      await page.getByRole('button', { name: 'Pay €12.50' }).click();
      await page.waitForURL(ORDER_PAGE);
      if (javaScriptEnabled) await untilAlive(page);
      await payOrderWith(page, CARDS.approved);
      await expectPaid(page);
      await expect(page.locator('#receipt')).toContainText('•••• 4242');
      expect(await readLink(app, link)).toMatchObject({ status: 'paid', payins: [{}] });
      const answer = await page.goto(link.url);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole('heading', { name: 'This has been paid' })).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
    });

    test('a payer chooses an amount of a range, and is told of a wrong one', async ({
      page,
      app,
    }) => {
      const link = await rangeLink(app);
      await page.goto(link.url);
      const amount = page.getByLabel('Amount');
      await expect(amount).toHaveAccessibleDescription(/^From €5.00 to €2,000.00/);
      await amount.fill('2000.01');
      await payButton(page).click();
      await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
        'From €5.00 to €2,000.00 Enter an amount from €5.00 to €2,000.00',
      );
      await expect(page.getByLabel('Amount')).toHaveValue('');
      expect((await readLink(app, link)).payins).toEqual([]);
      await page.getByLabel('Amount').fill('1 250,5');
      await payButton(page).click();
      await page.waitForURL(ORDER_PAGE);
      await expect(page.getByRole('button', { name: 'Pay €1,250.50' })).toBeVisible();
    });
  });
}

test('a second visitor is sent to the same payment, and sees nothing of its payer', async ({
  page,
  app,
  browser,
}) => {
  const link = await createLink(app);
  await page.goto(link.url);
  await payButton(page).click();
  await payOrderWith(page, CARDS.softDecline);
  await expect(page.getByRole('alert')).toContainText('No money was taken');
  // In another browser profile.
  const visitor = await browser.newPage();
  await visitor.goto(link.url);
  await visitor.getByRole('button', { name: 'Pay €12.50' }).click();
  await visitor.waitForURL(ORDER_PAGE);
  expect(new URL(visitor.url()).pathname).toBe(new URL(page.url()).pathname);
  await expect(visitor.getByText('No money was taken')).toBeHidden();
  await payOrderWith(page, CARDS.approved);
  await expectPaid(page);
  await expect(page.locator('#receipt')).toContainText('•••• 4242');
  await visitor.reload();
  await expectPaid(visitor);
  expect(await visitor.content()).not.toMatch(/4242|visa/i);
  await visitor.close();
});

test('a payer pays again where the link allows it', async ({ page, app }) => {
  const link = await createLink(app, { use: 'many', pay_again: true });
  await page.goto(`${link.url}?lang=de`);
  const goOn = page.getByRole('button', { name: /bezahlen$/ });
  await goOn.click();
  await page.waitForURL(ORDER_PAGE);
  await fillCard(page, { number: CARDS.approved });
  await goOn.click();
  await expectPaid(page);
  await page.getByRole('link', { name: 'Noch einmal bezahlen' }).click();
  await page.waitForURL(/\/link\//);
  await goOn.click();
  await page.waitForURL(ORDER_PAGE);
  expect((await readLink(app, link)).payins).toMatchObject([
    { status: 'CREATED' },
    { status: 'SUCCESS' },
  ]);
});

test('closed and unknown links say so', async ({ page, app }) => {
  const link = await createLink(app);
  await page.goto(link.url);
  valueIn(await app.client.closeLink(link.id));
  // The page was opened before.
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'This link is closed' })).toBeVisible();
  expect((await page.goto(link.url))?.status()).toBe(410);
  await expectNoViolationsInAnyTheme(page);
  const unknown = link.url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await page.goto(unknown))?.status()).toBe(404);
});

test('the page has no accessibility violations, and fits 320 pixels, also right to left', async ({
  page,
  app,
}) => {
  const link = await rangeLink(app, { description: 'Spende '.repeat(30).trim() });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const lang of ['en', 'de', 'ar']) {
    await page.goto(`${link.url}?lang=${lang}`);
    await expectNoViolationsInAnyTheme(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, lang).toBeLessThanOrEqual(320);
  }
});

test('all that is needed is in the first flight, in every language', async ({ app }) => {
  const links = [await rangeLink(app), await createLink(app)];
  for (const { url } of links) {
    for (const language of Object.keys(LANGUAGE_NAMES)) {
      const headers = { 'accept-encoding': 'gzip, br', accept: 'text/html' };
      const answer = await fetch(`${url}?lang=${language}`, { headers });
      const bytes = Number(answer.headers.get('content-length'));
      expect(bytes, language).toBeGreaterThan(0);
      expect(bytes, language).toBeLessThanOrEqual(14_000);
    }
  }
});
