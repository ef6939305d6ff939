import type { Page } from '@playwright/test';

import { LANGUAGES } from '../../src/lib/i18n/languages.ts';
import { expect, PHONE, test, untilAlive } from './fixtures.ts';

test.use(PHONE);

/** The widths of usual phones, and of the narrowest still in use. */
const WIDTHS = [390, 360, 320];

const PAY = '#card-form button';

function topOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .evaluate((element) => element.getBoundingClientRect().top + scrollY);
}

/** A wrong and a right value for each field. */
const FIELDS = {
  'card-number': ['4', '4242424242424242'],
  'expiry-date': ['13/39', '12/39'],
  'security-code': ['1', '123'],
  'cardholder-name': ['4242424242424242', 'Anna Weber'],
  email: ['anna', 'anna@example.com'],
} as const;

/**
 * Leaves every field in turn with a mistake, then corrects all. Runs in the page, as autofill would, because single
 * steps from outside take many times as long.
 *
 * @returns for each field, whether it was marked as wrong, and how far the button had moved by then
 */
function leaveWithMistakes(page: Page) {
  return page.evaluate((fields) => {
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
}

/** Returns the lines that are reserved under expiry date and security code, whatever the mistake. */
function linesOfPair(): number[] {
  return ['expiry-date', 'security-code'].map((id) => {
    const note = document.getElementById(`${id}-note`);
    if (!note?.parentElement) return NaN;
    const { lineHeight } = getComputedStyle(note);
    return Math.round(note.offsetHeight / Number.parseFloat(lineHeight));
  });
}

/**
 * Taps Pay like a finger: the field is left between press and release. @returns how far the button had moved by then
 */
async function tapPay(page: Page): Promise<number> {
  await page.locator(PAY).scrollIntoViewIfNeeded();
  const before = await topOf(page, PAY);
  const box = await page.locator(PAY).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 4);
  await page.mouse.down();
  const movedBy = (await topOf(page, PAY)) - before;
  await page.mouse.up();
  return movedBy;
}

test('a mistake in a field moves nothing and loses no tap on Pay, in every language, at every width', async ({
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
    await page.setViewportSize({ width: 360, height: 740 });
    expect.soft(await page.evaluate(linesOfPair), language).toEqual([1, 1]);
    // Once in each language: the summary stays, so the other widths would not start alike.
    await page.locator('#security-code').fill('1');
    expect.soft(await tapPay(page), language).toBe(0);
    await expect.soft(page.locator('#summary'), language).toBeVisible();
  }
});

test('correcting mistakes moves nothing until the form is sent again', async ({
  page,
  openForm,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await openForm();
  await page.locator(PAY).tap();
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
