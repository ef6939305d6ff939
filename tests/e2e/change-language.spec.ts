import { ar } from '../../src/lib/i18n/ar.ts';
import { de } from '../../src/lib/i18n/de.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  STAYS,
  test,
  typeCard,
  untilAlive,
  withoutCookies,
} from './fixtures.ts';

test("another language keeps the shopper's input and its errors", async ({ page, openForm }) => {
  const order = await openForm(STAYS);
  await typeCard(page, { number: CARDS.softDecline, expiry: '13/39' });
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await untilAlive(page);
  await expect(page).toHaveTitle(/12,50/);
  expect(page.url()).toBe(`${order.pay_url}?lang=de`);
  await expect(page.locator('#card-number')).toHaveValue('4000 0000 0000 0002');
  await expect(page.locator('#security-code')).toHaveValue('123');
  await expect(page.locator('#cardholder-name')).toHaveValue('Anna Maria Weber');
  await expect(page.locator('#expiry-date')).toHaveAccessibleDescription(/01.*12/);
  await expect(page.getByRole('img', { name: 'Visa' })).toBeVisible();

  await page.locator('#expiry-date').fill('12/39');
  await page.locator('#card-form button').click();
  await expect(page.getByRole('alert')).toContainText(de.form.declined);
  await fillCard(page, { number: CARDS.approved, expiry: '13/39', name: '' });
  await page.locator('#card-form button').click();
  await expect(page.locator('#summary')).toBeFocused();
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const mistakes = page.getByRole('group', { name: ar.form.summary });
  await expect(mistakes.getByRole('link')).toHaveText([
    ar.errors.expiryMonth,
    ar.errors.nameRequired,
  ]);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.locator('footer summary')).toBeFocused();
  await mistakes.getByRole('link').last().click();
  const name = page.locator('#cardholder-name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(ar.errors.nameRequired);
  await name.fill('Anna Maria Weber');
  await page.locator('#expiry-date').fill('12/39');
  await page.locator('#card-form button').click();
  await expectPaid(page);
});

test("parameters of a merchant's own stay on the form, and do not reach the status page as an issuer's", async ({
  page,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await page.goto(`${order.pay_url}?utm_source=mail`);
  await untilAlive(page);
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(page.url()).toBe(`${order.pay_url}?utm_source=mail&lang=de`);
  await untilAlive(page);
  await fillCard(page, { number: CARDS.approved });
  await page.locator('#card-form button').click();
  await expectPaid(page);
  expect(page.url()).not.toContain('utm_source');
});

test('without cookies the chosen language stays, in the addresses of the pages', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({ ...STAYS, method: 'blik_eur' });
  await withoutCookies(page);
  await page.goto(`${order.pay_url}?lang=de`);
  await page.locator('#code').fill('777456');
  await page.locator('#begin-form button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(de.transfer.bankApp.title);
  expect(new URL(page.url()).searchParams.get('lang')).toBe('de');
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ar.transfer.bankApp.title);
  const link = page.locator('footer a[lang=fr]');
  const { searchParams } = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect([...searchParams.keys()].filter((name) => name === 'from')).toHaveLength(1);
});
