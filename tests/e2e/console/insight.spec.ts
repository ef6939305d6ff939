/** Operators' views of payments, the ledger, webhooks and terminals. */
import { made } from '../../support/process/operate.ts';
import { STAYS } from '../fixtures.ts';
import { expect, expectWell, pay, test } from './fixtures.ts';

const LONG_NAME = 'متجر '.repeat(12).trim();

test('the overview shows a payment after some seconds, its rates, and the orders behind them', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  await signIn('viewer');
  await page.goto(`${consoleUrl}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const orders = page.getByRole('region', { name: 'Orders', exact: true });
  await expect(orders.getByRole('table')).toContainText(/[1-9]/);
  await expect(page.getByRole('table', { name: 'Latency over time' })).toBeAttached();
  await orders.getByRole('img').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(orders).toContainText(/Succeeded: \d/);
  const rate = page.getByRole('region', { name: 'Authorisation rate' });
  await rate.getByRole('img').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(rate.locator('[aria-live]')).toHaveText(/: Approved \d+(\.\d)? %$/);
  await expectWell(page);
  await page.getByRole('link', { name: '12 months' }).click();
  await expect(page).toHaveURL(/range=12m/);
  await expect(orders.getByRole('table')).toContainText(/[1-9]/);
  const rates = page.getByRole('group', { name: 'Rates and volume' });
  await page.getByRole('link', { name: 'Card brand' }).click();
  await expect(rates.getByRole('row', { name: /Visa/ })).toContainText('%');
  await page.getByRole('list', { name: 'How far payins came' }).getByText('Approved').click();
  await expect(page).toHaveURL(/orders\?.*step=approved/);
  await expect(page.getByRole('group', { name: 'Orders' })).toContainText(
    order.reference_id ?? 'a reference',
  );
  await expectWell(page);
});

test('the ledger shows balances, held funds, movements and their verification', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  await signIn('finance');
  await page.goto(`${consoleUrl}/ledger`);
  await expect(page.getByRole('group', { name: 'Balances' })).toContainText('main');
  const movements = page.getByRole('group', { name: 'Movements' });
  const row = movements.getByRole('row').filter({ hasText: order.id.slice(0, 8) });
  await expect(row).toContainText('Payin paid');
  await expect(row).toContainText('−12.50 EUR');
  // The displayed age depends on how fast this machine shows it.
  const verified = page.waitForResponse(/ledger\/check$/);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await verified;
  await expect(page.getByRole('region', { name: 'Verification' })).toContainText(
    /Correct\s*Verified (just now|\d+ sec)/,
  );
  await expectWell(page);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Kind').selectOption('Conversion');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('No movements match')).toBeVisible();

  await page.goto(`${consoleUrl}/orders/${order.id}`);
  await page.getByRole('link', { name: 'In the ledger' }).click();
  await expect(movements.getByRole('row')).toHaveCount(2);
  await movements.getByRole('link', { name: 'main' }).first().click();
  await expect(page).toHaveURL(/ledger\?gate=/);
  await movements
    .getByRole('link', { name: order.id.slice(0, 8) })
    .first()
    .click();
  await page.getByRole('link', { name: 'In the audit' }).click();
  await expect(page.getByText('No entries match')).toBeVisible();
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue(`order ${order.id}`);
});

test('a webhook is found with its body and answer, and resent with a reason', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  await signIn('support');
  await page.goto(`${consoleUrl}/webhooks?state=delivered`);
  await expect(page.getByRole('group', { name: 'Destinations' })).toContainText('Accepts webhooks');
  await expectWell(page);
  await page.goto(`${consoleUrl}/orders/${order.id}`);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Webhook delivered')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await page.getByRole('group', { name: 'Webhooks' }).getByRole('link').first().click();
  await expect(page.locator('main')).toContainText(order.id);
  await expect(page.locator('pre').filter({ hasText: 'reference_id' })).toContainText(
    order.reference_id ?? '',
  );
  await expectWell(page);
  await page.getByRole('button', { name: 'Send the webhook again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('once more');
  await dialog.getByLabel('Reason').fill('The shop lost it');
  await dialog.getByRole('button', { name: 'Send the webhook again' }).click();
  await expect(page.getByText('The webhook is being sent again.')).toBeVisible();
});

test('a terminal is viewed, checked, and taken down and up with a reason', async ({
  page,
  signIn,
  consoleUrl,
  app,
}) => {
  const id = await made(app, 'terminals create', {
    name: LONG_NAME,
    adapter: 'sandbox',
    settings: {},
    credentials: {},
  });
  await signIn('admin');
  await page.goto(`${consoleUrl}/terminals`);
  await expect(page.getByRole('row').filter({ hasText: 'sandbox' })).not.toHaveCount(0);
  await expectWell(page);
  await page.getByRole('link', { name: LONG_NAME }).click();
  await page.getByRole('button', { name: 'Check the credentials' }).click();
  await expect(page.getByText('The acquirer accepts the credentials.')).toBeVisible();
  await expectWell(page);
  for (const [title, did, state] of [
    ['Switch the terminal off', 'The terminal is switched off.', 'Switched off'],
    ['Switch the terminal on', 'The terminal is switched on.', 'Not used'],
  ] as const) {
    await page.getByRole('button', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel('Reason').fill('Maintenance');
    await dialog.getByRole('button', { name: title }).click();
    await expect(page.getByText(did)).toBeVisible();
    await expect(page.locator('header')).toContainText([state]);
  }
  await page.goto(`${consoleUrl}/terminals/${id}`);
  await expect(page.getByRole('heading', { name: LONG_NAME })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('Attempts in 24 hours');
});
