import { done } from '../../support/process/operate.ts';
import { expect, payButton } from '../fixtures.ts';
import { act, expectWell, test } from './fixtures.ts';

test("a merchant's person makes a payment link, a payer opens it, and it is closed", async ({
  page,
  signIn,
  app,
  consoleUrl,
}) => {
  await signIn('merchant');
  await page.goto(consoleUrl);
  await page.getByRole('link', { name: 'Payment links' }).click();
  await expectWell(page);
  await act(page, {
    title: 'New payment link',
    fields: {
      'Payment method': app.sandbox.methods['card_eur'] ?? '',
      Amount: '12,50',
      Description: 'Desk lamp',
      'Start of the references': 'console-7',
      'After the payment': 'https://shop.example/thanks',
    },
  });
  await page.waitForURL(/\/links\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'console-7' })).toBeVisible();
  await expect(page.getByText('https://shop.example/thanks')).toBeVisible();
  await expect(page.getByText('Nobody has opened it to pay')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectWell(page);
  const url = (await page.locator('pre').textContent()) ?? '';
  const payer = await page.context().newPage();
  await payer.goto(url);
  await payButton(payer).click();
  await payer.waitForURL(/\/pay\//);
  await payer.close();
  await page.reload();
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments.getByRole('link')).toHaveAttribute('href', /\/orders\/[0-9a-f-]{36}$/);
  await act(page, { title: 'Close the link' });
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();
  const audit = JSON.stringify(await done(app, 'audit list'));
  expect(audit).toContain('links create');
  expect(audit).toContain('links close');
  await page.getByRole('link', { name: 'Payment links' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'console-7' })).toContainText('Closed');
});

test('staff choose the merchant of a link, then one of its methods', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('support');
  await page.goto(`${consoleUrl}/links`);
  await page.getByRole('button', { name: 'New payment link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  const method = dialog.getByLabel('Payment method');
  await expect(dialog.getByText('Choose the merchant first')).toBeVisible();
  await dialog.getByLabel('Merchant').selectOption('Paper & Pen');
  await expect(method.getByRole('option', { name: 'card_eur, EUR' })).toBeAttached();
  await dialog.getByLabel('Amount').fill('12.50');
  await expect(dialog.getByLabel('Up to')).toBeHidden();
  const [form, until] = await Promise.all([
    dialog.locator('fieldset').first().boundingBox(),
    dialog.getByLabel('Until when').boundingBox(),
  ]);
  expect(until && until.x + until.width).toBeLessThanOrEqual(form ? form.x + form.width + 1 : 0);
  await expectWell(page);
});
