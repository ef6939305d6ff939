import { CARDS, STAYS } from '../fixtures.ts';
import { act, expect, expectWell, pay, test } from './fixtures.ts';

test("one page shows a payment's whole timeline", async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  await signIn('support');
  await page.goto(`${consoleUrl}/orders`);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(order.id);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('12.50 EUR');
  const story = page.getByRole('region', { name: 'Timeline' });
  await expect(story).toContainText('sandbox: approved');
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Fee income0.66 EUR');
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(webhooks).toContainText('Delivered', { timeout: 500 });
  }).toPass();
  await webhooks.getByText('Body').click();
  await expect(webhooks).toContainText(`"reference_id": "${order.reference_id ?? ''}"`);
  await expect(page.locator('body')).not.toContainText(CARDS.approved);
  await expectWell(page);
});

test('an order is commented on and cancelled with a reason, by permitted roles', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const { id } = await createOrder();
  await signIn('viewer');
  await page.goto(`${consoleUrl}/orders/${id}`);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the payin' })).toHaveCount(0);
  await signIn('support');
  await page.reload();
  await page.getByRole('button', { name: 'Comment on the payin' }).click();
  await expectWell(page);
  await page.getByLabel('Text').fill('ילד called');
  await page.getByLabel('Reason').fill('The payer called');
  await page.getByRole('button', { name: 'Comment on the payin' }).last().click();
  await expect(page.getByText('ילד called')).toBeVisible();
  await act(page, { title: 'Cancel the payin' });
  await expect(page.getByText('The payin was cancelled.')).toBeVisible();
  const story = page.getByRole('region', { name: 'Timeline' });
  await expect(story).toContainText('support@pay.example cancelled the order');
  await expect(story).toContainText('The payer called');
  await expect(story).toContainText('It was asked for');
  await expect(page.getByRole('button', { name: 'Cancel the payin' })).toHaveCount(0);
  await page.goto(`${consoleUrl}/orders/${crypto.randomUUID()}`);
  await expect(page.getByRole('alert')).toContainText('does not exist');
  await expectWell(page);
});

test('a payin is refunded in part and then in full, only by finance', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  await signIn('support');
  await page.goto(`${consoleUrl}/orders/${order.id}`);
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds).toContainText('Nothing was refunded');
  await expect(page.getByRole('button', { name: 'Refund the payin' })).toHaveCount(0);
  await signIn('finance');
  await page.reload();
  await page.getByRole('button', { name: 'Refund the payin' }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Amount in EUR');
  await expect(amount).toHaveValue('12.50');
  await amount.fill('12.51');
  await dialog.getByRole('button', { name: 'Refund the payin' }).click();
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toHaveAccessibleDescription(/this field is required/);
  await reason.fill('The payer called');
  await expect(reason).not.toHaveAccessibleDescription(/this field is required/);
  await dialog.getByRole('button', { name: 'Refund the payin' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Only 12.50 EUR of the payin is left to refund.',
  );
  await expectWell(page);
  await amount.fill('5.00');
  await dialog.getByLabel('Comment').fill('One of two');
  await dialog.getByRole('button', { name: 'Refund the payin' }).click();
  await expect(dialog).toContainText('The payer has been refunded.');
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(refunds).toContainText('5.00 EUR');
  await expect(refunds.locator('time')).not.toHaveText(/^in /);
  await expect(refunds).toContainText('Can still be refunded: 7.50 EUR');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Refund of 5.00 EUR: the payer has been refunded',
  );
  await expectWell(page);
  await act(page, { title: 'Refund the payin' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(refunds).toContainText('Can still be refunded: 0.00 EUR');
  await expect(page.getByRole('button', { name: 'Refund the payin' })).toHaveCount(0);
});
