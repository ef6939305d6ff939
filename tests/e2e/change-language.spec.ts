import { CARDS, expect, test, typeCard, untilAlive } from './fixtures.ts';

test('another language keeps everything that was typed, and what is wrong with it', async ({
  page,
  shop,
  openForm,
}) => {
  const order = await openForm();
  await typeCard(page, { number: CARDS.approved, expiry: '13/39' });
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await untilAlive(page);
  await expect(page).toHaveTitle(/12,50/);
  expect(page.url()).toBe(`${order.pay_url}?lang=de`);
  await expect(page.locator('#card-number')).toHaveValue('4242 4242 4242 4242');
  await expect(page.locator('#security-code')).toHaveValue('123');
  await expect(page.locator('#cardholder-name')).toHaveValue('Anna Maria Weber');
  await expect(page.locator('#expiry-date')).toHaveAccessibleDescription(/01.*12/);
  await expect(page.getByRole('img', { name: 'Visa' })).toBeVisible();

  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.locator('#expiry-date').fill('12/39');
  await page.locator('#card-form button').click();
  await page.waitForURL(shop.returnUrls.success);
});
