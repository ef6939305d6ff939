import { de } from '../../src/lib/i18n/de.ts';
import { en } from '../../src/lib/i18n/en.ts';
import { ORDERS, PHONE_NUMBER } from './payment-sources.ts';
import { expect, STAYS, test } from './fixtures.ts';

/** The forms that the browser submits: what is typed into each, and how the field shows it. */
const FORMS = [
  { order: ORDERS.BLIK, field: '#code', typed: '777123', shown: '777 123' },
  { order: ORDERS.PHONE, field: '#phone', typed: PHONE_NUMBER, shown: PHONE_NUMBER },
  { order: ORDERS.PIX, field: '#cpf', typed: '52998224725', shown: '529 982 247 25' },
] as const;

for (const { order: body, field, typed, shown } of FORMS) {
  test(`a form by ${body.method} keeps what is typed while offline and in another language, and is sent then`, async ({
    page,
    context,
    createOrder,
  }) => {
    const order = await createOrder({ ...STAYS, ...body });
    await page.goto(order.pay_url);
    await page.locator('#begin-form[novalidate]').waitFor();
    await page.locator(field).fill(typed);
    await context.setOffline(true);
    await page.locator('#begin-form button').click();
    const alert = page.locator('#notice');
    await expect(alert).toContainText(en.form.offline);
    await expect(page.locator(field)).toHaveValue(shown);
    await page.locator('footer summary').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.locator('footer summary')).toBeVisible();
    await expect(page.locator(field)).toHaveValue(shown);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator(field)).toHaveValue(shown);
    await page.locator('#begin-form[novalidate] button').click();
    await page.waitForURL(/\/status/);
  });
}

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
