import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { LANGUAGE_NAMES } from '../../src/lib/messages/languages.ts';
import { CARDS, expect, payButton, test, typeCard, untilAlive } from './fixtures.ts';

/** WCAG 2.2 AA and the rules axe calls best practice. The policy keeps axe out of frames; there are none. */
const expectNoViolations = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme}:`, () => {
    test.use({ colorScheme });

    test('the form, its errors and its notices', async ({ page, openForm }) => {
      await openForm({ customer: {} });
      await expectNoViolations(page);
      await page.locator('footer summary').click();
      await page.locator('aside summary').click();
      await expectNoViolations(page);
      await page.locator('aside summary').click();
      await payButton(page).click();
      await expect(page.getByRole('group', { name: 'Check what you entered' })).toBeVisible();
      await expectNoViolations(page);
      await typeCard(page, { number: CARDS.softDecline });
      await payButton(page).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoViolations(page);
    });

    test('waiting and results', async ({ page, createOrder }) => {
      const order = await createOrder({ return_urls: {} });
      await page.goto(order.pay_url);
      // The page is to stay as it is while axe looks at it.
      await page.route('**/state', (route) => route.fulfill({ json: { phase: 'waiting' } }));
      await typeCard(page, { number: CARDS.pending });
      await payButton(page).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('checking the payment');
      await expectNoViolations(page);
      await page.unroute('**/state');
      await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
      await expectNoViolations(page);
    });

    test('dead ends, the challenge and the shop', async ({ page, app, createOrder }) => {
      await page.goto(`${app.url}/pay/nothing`);
      await expectNoViolations(page);
      await page.goto(`${app.url}/shop`);
      await expectNoViolations(page);
      const order = await createOrder();
      await page.goto(order.pay_url);
      await typeCard(page, { number: CARDS.challenge });
      await payButton(page).click();
      await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

for (const language of ['ar', 'he', 'ja', 'ru', 'de']) {
  test(`axe finds nothing in ${language}`, async ({ page, createOrder }) => {
    const order = await createOrder();
    await page.goto(`${order.pay_url}?lang=${language}`);
    await untilAlive(page);
    await page.locator('#card-form button').click();
    await expect(page.locator('#summary-title')).toBeVisible();
    await expectNoViolations(page);
    const dir = ['ar', 'he'].includes(language) ? 'rtl' : 'ltr';
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('#card-number')).toHaveCSS('direction', 'ltr');
  });
}

test('the keyboard alone pays, through a challenge', async ({ page, shop, openForm }) => {
  await openForm();
  const keys = page.keyboard;
  await page.getByLabel('Card number').focus();
  await keys.type(CARDS.challenge);
  await keys.press('Tab');
  await keys.type('1239');
  await keys.press('Tab');
  await keys.type('123');
  await keys.press('Tab');
  await keys.type('Anna Weber');
  await keys.press('Tab');
  await expect(payButton(page)).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await keys.press('Tab');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused();
  await keys.press('Enter');
  await page.waitForURL(shop.returnUrls.success);
});

test('a keyboard reaches everything in the order in which it stands, each with a visible focus', async ({
  page,
  openForm,
}) => {
  await openForm();
  const reached: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const style = getComputedStyle(element);
      const text = element.textContent.trim().replaceAll(/\s+/g, ' ');
      return {
        name: element.id === '' ? text : element.id,
        outline: style.outlineStyle,
        width: style.outlineWidth,
      };
    });
    reached.push(focus.name);
    expect(focus, focus.name).toMatchObject({ outline: 'solid', width: '2px' });
  }
  expect(reached).toEqual([
    'Test cards',
    expect.stringMatching(/^Back to/),
    'card-number',
    'expiry-date',
    'security-code',
    'cardholder-name',
    'Pay €12.50',
    'Language: English',
  ]);
});

test('the keyboard alone puts mistakes right, and pays after a decline', async ({
  page,
  shop,
  openForm,
}) => {
  await openForm();
  const keys = page.keyboard;
  await page.getByLabel('Card number').focus();
  await keys.press('Enter');
  await expect(page.getByRole('group', { name: 'Check what you entered' })).toBeFocused();
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await keys.type(CARDS.softDecline);
  for (const typed of ['1239', '123', 'Anna Weber']) {
    await keys.press('Tab');
    await keys.type(typed);
  }
  await keys.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await keys.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await keys.press('Control+A');
  await keys.type(CARDS.approved);
  await keys.press('Tab');
  await keys.press('Tab');
  await keys.type('123');
  await keys.press('Enter');
  await page.waitForURL(shop.returnUrls.success);
});

test('the keyboard alone refuses a challenge, leaves one, and goes back to it', async ({
  page,
  openForm,
}) => {
  const toChallenge = async () => {
    await openForm();
    await typeCard(page, { number: CARDS.challenge });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  };
  const tabTo = async (name: string) => {
    const target = page.getByText(name, { exact: true });
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await toChallenge();
  await tabTo('Refuse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('could not confirm that it was you');

  await toChallenge();
  await tabTo('Leave without an answer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('checking the payment');
  await tabTo('Continue to your bank');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
});

test('the keyboard alone takes a test card, and another language', async ({ page, openForm }) => {
  await openForm();
  await page.locator('aside summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await page.locator('footer summary').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Deutsch' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Mit Karte bezahlen' })).toBeVisible();
});

test('nothing scrolls sideways at 320 px in any language, with everything unfolded', async ({
  page,
  createOrder,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const order = await createOrder({ customer: {}, amount: 1249.5 });
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    await page.goto(`${order.pay_url}?lang=${language}`);
    await untilAlive(page);
    await page.locator('aside summary').click();
    await page.locator('footer summary').click();
    await page.locator('#card-form button').click();
    await expect(page.locator('#summary-title')).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, language).toBeLessThanOrEqual(320);
  }
});

test('nothing is smaller than a finger', async ({ page, createOrder }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const order = await createOrder({ customer: {} });
  await page.goto(`${order.pay_url}?lang=de`);
  for (const target of await page.locator('button:visible, input:visible, summary:visible').all()) {
    const box = await target.boundingBox();
    expect(
      box?.height,
      await target.evaluate((element) => element.outerHTML.slice(0, 80)),
    ).toBeGreaterThanOrEqual(44);
  }
});
