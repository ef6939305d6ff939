import { readFile } from 'node:fs/promises';
import { cardDataBody, PAID_CARD } from '../../support/orders/orders.ts';
import { done } from '../../support/process/operate.ts';
import { STAYS } from '../fixtures.ts';
import { expect, expectWell, pay, test } from './fixtures.ts';

test('filters are saved, columns chosen, and the found orders exported as CSV', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  await signIn('viewer');
  const email = `${crypto.randomUUID()}@example.com`;
  for (const begin of ['=', '-', 'a']) {
    await createOrder({ reference_id: `${begin}${crypto.randomUUID()}`, customer: { email } });
  }
  await page.goto(`${consoleUrl}/orders?email=${email}&status=CREATED`);
  await page.getByRole('button', { name: 'Save these filters' }).click();
  const naming = page.getByRole('dialog', { name: 'Save these filters' });
  await naming.getByLabel('Name').fill('אנה, פתוחות');
  await expectWell(page);
  await naming.getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await expect(views.getByRole('link', { name: 'אנה, פתוחות' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByLabel('E-mail')).toBeDisabled();
  await columns.getByLabel('Account').uncheck();
  await columns.getByLabel('E-mail').check();
  await expectWell(page);
  await columns.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('columnheader', { name: 'Account' })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: email })).toHaveCount(3);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => /,'[=-]/.test(line))).toHaveLength(2);
  expect(lines.join()).not.toContain(email);

  // The browser remembers the choice.
  await page.goto(`${consoleUrl}/orders`);
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible();
  await views.getByRole('link', { name: 'אנה, פתוחות' }).click();
  await expect(page.getByRole('cell', { name: email })).toHaveCount(3);
  await expectWell(page);
  await views.getByRole('button', { name: 'Delete the saved view אנה, פתוחות' }).click();
  await expect(views.getByRole('link')).toHaveCount(0);
});

test('exporting a CSV of many orders shows its progress, and can be stopped', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('viewer');
  await page.goto(`${consoleUrl}/orders`);
  const csv = page.getByRole('button', { name: 'CSV' });
  await expect(csv).toBeVisible();
  await page.route('**/api/operator/v1/orders/search', async (route) => {
    // The second page is never answered.
    if (route.request().postData()?.includes('"after"')) return;
    await route.fulfill({ json: { orders: [], next: 'there is more' } });
  });
  await csv.click();
  await expect(page.getByText('no orders …')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('No file was written.')).toBeVisible();
  await expect(csv).toBeVisible();
});

test('a refunded and disputed order says so in the list, its header and the CSV, and is filtered for', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const { id, pay_url: payUrl } = await createOrder(STAYS);
  await pay(page, payUrl);
  const other = await createOrder();
  const refund = { payin_id: id, reference_id: crypto.randomUUID(), amount: 4 };
  expect(await app.client.createRefund(refund)).toMatchObject({ ok: true });
  const open = { payin_id: id, event: 'open' } as const;
  expect(await app.client.triggerDispute(open)).toMatchObject({ ok: true });

  await signIn('merchant');
  await page.goto(`${consoleUrl}/orders`);
  const rowOf = (order: string) =>
    page.getByRole('row').filter({ has: page.locator(`a[href*="${order}"]`) });
  await expect(rowOf(id)).toContainText('Refunded 4.00 EUR');
  await expect(rowOf(id)).toContainText('Disputed 8.50 EUR: chargeback');
  await expect(rowOf(other.id)).not.toContainText(/Refunded|Disputed/);
  await expectWell(page);

  for (const choice of ['Refunded', 'Disputed']) {
    await page.goto(`${consoleUrl}/orders`);
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Refund or dispute').selectOption(choice);
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page).toHaveURL(/reversal=/);
    await expect(rowOf(id)).toBeVisible();
    await expect(rowOf(other.id)).toHaveCount(0);
  }
  await expectWell(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toMatch(/,amount,fee,net,refunded,dispute,.+,card_brand,provider_reference,/);
  expect(csv).toContain(',4.00,OPEN,');

  await rowOf(id).getByRole('link').click();
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  await expect(header).toContainText('Refunded 4.00 EUR');
  await expect(header).toContainText('Disputed 8.50 EUR: chargeback');
  await expect(page.getByText(/The net to the merchant is .+ Refunded: 4\.00 EUR\./)).toBeVisible();
  const attempts = page.getByRole('group', { name: 'Attempts' });
  await expect(attempts.getByRole('columnheader')).toHaveText([
    'Outcome',
    "Acquirer's reference",
    'Duration',
    'Started',
  ]);
  await expectWell(page);
});

test('an order that a limit refused is found by it, with its card, and says what to tell the customer', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const { id } = await createOrder();
  const email = `${crypto.randomUUID()}@example.com`;
  await done(app, 'blocks add', { merchant: app.sandbox.merchant_id, kind: 'email', value: email });
  const card = { ...cardDataBody(id, { card_number: PAID_CARD }), customer: { email } };
  await app.client.submitCardData(card, { 'X-Payer-Address': '203.0.113.7' });

  await signIn('support');
  await page.goto(`${consoleUrl}/orders`);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Why not paid').selectOption('On the block list');
  await page.getByRole('button', { name: 'Find' }).click();
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) });
  await expect(row).toContainText('Failed On the block list');
  await expect(row).toContainText('424242******4242');
  await page.getByRole('searchbox').fill('203.0.113.7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/payer_address=203\.0\.113\.7/);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'On the block list' })).toBeVisible();
  await expect(page.getByText('This payment cannot be made.')).toBeVisible();
  const order = page.getByRole('region', { name: 'Order' });
  await expect(order).toContainText('203.0.113.7');
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText(email);
  await expectWell(page);
});
