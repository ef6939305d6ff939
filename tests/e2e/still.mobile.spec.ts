import type { Page } from '@playwright/test';

import { LANGUAGES } from '../../src/lib/i18n/languages.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/** The narrowest telephones that are still about, and the usual ones. */
const WIDTHS = [320, 360, 390];

const pay = (page: Page) => page.locator('#card-form button');

const topOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top + scrollY);

for (const width of WIDTHS) {
  test(`the first tap on Pay works after a mistake in a field, in every language, ${width} px`, async ({
    page,
    createOrder,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 740 });
    const order = await createOrder();
    for (const language of Object.keys(LANGUAGES)) {
      await page.goto(`${order.pay_url}?lang=${language}`);
      await untilAlive(page);
      await page.locator('#security-code').fill('1');
      const before = await topOf(page, '#card-form button');
      // As a finger does: the field is left between pressing and letting go.
      const box = await pay(page).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 4);
      await page.mouse.down();
      expect.soft(await topOf(page, '#card-form button'), language).toBe(before);
      await page.mouse.up();
      await expect.soft(page.locator('#summary'), language).toBeVisible();
    }
  });

  test(`leaving a field with a mistake moves nothing, in every language, ${width} px`, async ({
    page,
    createOrder,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 740 });
    const order = await createOrder({ customer: {} });
    for (const language of Object.keys(LANGUAGES)) {
      await page.goto(`${order.pay_url}?lang=${language}`);
      await untilAlive(page);
      const before = await topOf(page, '#card-form button');
      for (const [id, typed] of [
        ['card-number', '4'],
        ['expiry-date', '13/39'],
        ['security-code', '1'],
        ['cardholder-name', '4242424242424242'],
        ['email', 'anna'],
      ] as const) {
        await page.locator(`#${id}`).fill(typed);
        await page.locator(`#${id}`).blur();
        await expect.soft(page.locator(`#${id}`), language).toHaveAttribute('aria-invalid');
        expect.soft(await topOf(page, '#card-form button'), `${language} ${id}`).toBe(before);
      }
    }
  });
}

test('putting mistakes right moves nothing until the form is sent again', async ({
  page,
  openForm,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await openForm();
  await pay(page).tap();
  await expect(page.locator('#summary')).toBeFocused();
  const before = await topOf(page, '#cardholder-name');
  for (const [id, typed] of [
    ['card-number', '4242424242424242'],
    ['expiry-date', '12/39'],
    ['security-code', '123'],
    ['cardholder-name', 'Anna Weber'],
  ] as const) {
    await page.locator(`#${id}`).fill(typed);
    await expect(page.locator(`#${id}`)).not.toHaveAttribute('aria-invalid');
    expect(await topOf(page, '#cardholder-name')).toBe(before);
  }
});
