import type { Page } from '@playwright/test';

import { LANGUAGES } from '../../src/lib/i18n/languages.ts';
import { expect, PHONE, test, untilAlive } from './fixtures.ts';

test.use(PHONE);

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
}

/** What is wrong in a field, and what is right in it. */
const FIELDS = {
  'card-number': ['4', '4242424242424242'],
  'expiry-date': ['13/39', '12/39'],
  'security-code': ['1', '123'],
  'cardholder-name': ['4242424242424242', 'Anna Weber'],
  email: ['anna', 'anna@example.com'],
} as const;

/**
 * Leaves every field with a mistake in it, one after the other, and then puts all of them right. It is
 * done in the page, as autofill would: step by step from outside takes many times as long.
 *
 * @returns whether each was found wrong, and by how much the button had moved by then
 */
const leaveWithMistakes = (page: Page) =>
  page.evaluate((fields) => {
    const top = () =>
      (document.querySelector('#card-form button')?.getBoundingClientRect().top ?? NaN) + scrollY;
    const write = (id: string, text: string) => {
      const field = document.getElementById(id);
      if (!(field instanceof HTMLInputElement)) throw new Error(`There is no ${id}`);
      field.focus();
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.blur();
      return field.ariaInvalid === 'true';
    };
    const before = top();
    const found = Object.entries(fields).map(([id, [wrong]]) => ({
      id,
      isWrong: write(id, wrong),
      movedBy: top() - before,
    }));
    for (const [id, [, right]] of Object.entries(fields)) write(id, right);
    return found;
  }, FIELDS);

test('leaving a field with a mistake moves nothing, in every language and width', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({ customer: {} });
  const asIs = Object.keys(FIELDS).map((id) => ({ id, isWrong: true, movedBy: 0 }));
  for (const language of Object.keys(LANGUAGES)) {
    await page.goto(`${order.pay_url}?lang=${language}`);
    await untilAlive(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      expect.soft(await leaveWithMistakes(page), `${language}, ${width} px`).toEqual(asIs);
    }
  }
});

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
