import { de } from '../../src/lib/i18n/de.ts';
import { en } from '../../src/lib/i18n/en.ts';
import { ORDERS } from './payment-sources.ts';
import { expect, STAYS, test } from './fixtures.ts';

test('a form for a BLIK code keeps what is typed while offline and in another language, and is sent then', async ({
  page,
  context,
  createOrder,
}) => {
  const order = await createOrder({ ...STAYS, ...ORDERS.BLIK });
  await page.goto(order.pay_url);
  await page.locator('#begin-form[novalidate]').waitFor();
  await page.locator('#code').fill('777123');
  await context.setOffline(true);
  await page.locator('#begin-form button').click();
  const alert = page.locator('#notice');
  await expect(alert).toContainText(en.form.offline);
  await expect(page.locator('#code')).toHaveValue('777 123');
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('footer summary')).toBeVisible();
  await expect(page.locator('#code')).toHaveValue('777 123');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('#code')).toHaveValue('777 123');
  await page.locator('#begin-form[novalidate] button').click();
  await page.waitForURL(/\/status/);
});

test('a form for a BLIK code says in the other language what is wrong with it', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({ ...STAYS, ...ORDERS.BLIK });
  await page.goto(order.pay_url);
  await page.locator('#begin-form[novalidate]').waitFor();
  await page.locator('#code').fill('777');
  await page.locator('#begin-form button').click();
  await expect(page.locator('#code')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('#code-note')).toHaveText(de.transfer.errors.code);
  await expect(page.locator('#code')).toHaveValue('777');
});

test('another language whose page the service cannot answer keeps what is typed', async ({
  page,
  openForm,
}) => {
  const order = await openForm({ ...STAYS, customer: {} });
  await page.locator('#email').fill('anna@example.com');
  await page.route(`${order.pay_url}?lang=de`, (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<p>Away</p>' }),
  );
  await page.locator('footer summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('#notice')).toBeVisible();
  await expect(page.locator('#email')).toHaveValue('anna@example.com');
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('#email')).toHaveValue('anna@example.com');
});

test('the demo shop says that it is offline, and sells afterwards', async ({
  page,
  context,
  app,
}) => {
  await page.goto(`${app.url}/shop`);
  await context.setOffline(true);
  const buy = page.getByRole('button', { name: /^Buy/ }).first();
  await buy.click();
  await expect(page.getByRole('alert')).toContainText(en.form.offline);
  await context.setOffline(false);
  await buy.click();
  await page.waitForURL(/\/pay\//);
});
