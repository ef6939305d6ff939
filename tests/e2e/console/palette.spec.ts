import { STAYS } from '../fixtures.ts';
import { expect, expectWell, pay, test } from './fixtures.ts';

test('the command palette opens views, finds orders and starts actions', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const { id } = await createOrder();
  await signIn('admin');
  await page.goto(`${consoleUrl}/overview`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const combobox = palette.getByRole('combobox');

  await page.keyboard.press('Control+k');
  await expect(combobox).toBeFocused();
  await expectWell(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/Go to\s*Overview/);
  await page.keyboard.type('ledg');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger');
  await expect(palette).toHaveCount(0);

  await page.getByRole('button', { name: /^Go to/ }).click();
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${consoleUrl}/orders/${id}`);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('invite');
  await palette.getByRole('option', { name: /Invite somebody/ }).click();
  await expect(page.getByRole('dialog', { name: 'Invite somebody' })).toBeVisible();
  await expect(page).toHaveURL(`${consoleUrl}/people`);
});

test('the command palette runs actions on the open order, for permitted roles', async ({
  page,
  context,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  await signIn('viewer');
  await page.goto(`${consoleUrl}/orders/${order.id}`);
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  const options = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(options.first()).toHaveText(/Do\s*Copy the link to the order/);
  await expect(options.filter({ hasText: 'Refund' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The link was copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${consoleUrl}/orders/${order.id}`,
  );

  await signIn('finance');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Refund the payin' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('refund');
  await expectWell(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund the payin' });
  await dialog.getByLabel('Reason').fill('The lamp came back');
  await dialog.getByRole('button', { name: 'Refund the payin' }).click();
  await expect(dialog).toContainText('The payer has been refunded.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  // Until it is read again, the region shows 12.50 EUR as the refundable amount.
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(
    'Can still be refunded: 0.00 EUR',
  );

  // No refund is offered for a fully refunded order, nor on a view without an order.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('refund');
  await expect(options).toHaveText([/Find/]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('copy');
  await expect(options).toHaveText([/Find/]);
});

test('an unknown URL still shows the navigation', async ({ page, signIn, consoleUrl }) => {
  await signIn('viewer');
  await page.goto(`${consoleUrl}/nowhere`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'There is nothing at this address',
  );
  await expectWell(page);
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Orders' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
});

test('a sandbox is marked on every page, even before signing in', async ({ page, consoleUrl }) => {
  await page.goto(`${consoleUrl}/sign-in`);
  await expect(page.getByRole('complementary', { name: 'Test mode' })).toHaveText(
    'Test mode: no money moves',
  );
  await expectWell(page);
});
