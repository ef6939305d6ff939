import { randomUUID } from 'node:crypto';
import { newMerchant } from '../../support/operator/merchant.ts';
import { cardDataBody } from '../../support/orders/orders.ts';
import { done } from '../../support/process/operate.ts';
import { CARDS, STAYS } from '../fixtures.ts';
import { act, expect, expectWell, test } from './fixtures.ts';

const NO_FUNDS = '4000000000009995';

test('a merchant is created, and its gate frozen, deactivated and money moved from it', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('admin');
  await page.goto(`${consoleUrl}/merchants`);
  await expect(page.getByRole('link', { name: 'Paper & Pen' })).toBeVisible();
  await expectWell(page);
  const name = `שופ ${randomUUID()}`;
  await act(page, { title: 'Create a merchant', fields: { Name: name } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('has no gate yet')).toBeVisible();
  await expectWell(page);
  await act(page, { title: 'Create a gate', fields: { Name: 'main' } });
  const gate = page.getByRole('region', { name: 'main' });
  await expect(gate).toContainText('0.00');
  await act(page, { title: 'Freeze the gate' });
  await expect(gate).toContainText('Frozen');
  await act(page, { title: 'Thaw the gate' });
  await expect(gate).toContainText('On');
  await act(page, { title: 'Switch the gate off' });
  await expect(gate).toContainText('Off');
  await act(page, { title: 'Switch the gate on' });
  await gate.getByRole('button', { name: 'Open accounts' }).click();
  const opening = page.getByRole('dialog', { name: 'Open accounts' });
  await opening.getByLabel('USD', { exact: true }).check();
  await opening.getByLabel('Reason').fill('They sell overseas');
  await opening.getByRole('button', { name: 'Open accounts' }).click();
  await expect(gate.getByRole('row').filter({ hasText: 'USD' })).toBeVisible();
  await act(page, { title: 'Move money', fields: { To: 'wallet', Amount: '5.00' } });
  await expect(page.getByRole('alert')).toContainText('The available balance is too low.');
  await page.keyboard.press('Escape');
  await act(page, {
    title: 'Create a method',
    fields: { Name: 'card', 'Minimum amount': '1', 'Maximum amount': '50', 'Time to pay': '15' },
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('card');
  await expect(page.getByText('There is no route yet')).toBeVisible();
});

test("a merchant's keys, webhooks and block list are changed", async ({
  page,
  app,
  signIn,
  consoleUrl,
}) => {
  const merchant = await newMerchant(app);
  await signIn('admin');
  await page.goto(`${consoleUrl}/merchants/${merchant.id}/keys`);
  await expect(page.getByText('There is no key yet')).toBeVisible();
  await act(page, { title: 'Issue a key', fields: { Kind: 'live' } });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/tg_live_\S{43}/);
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('body')).not.toContainText('tg_live_');
  await act(page, { title: 'Rotate the key' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ends soon' })).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'Active' }).getByText('Revoke').click();
  await dialog.getByLabel('Reason').fill('It leaked');
  await dialog.getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Revoked' })).toBeVisible();
  await expectWell(page);

  await page.getByRole('link', { name: 'Webhooks', exact: true }).last().click();
  await expect(page.getByText('No webhook is sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Change the webhooks' }).click();
  await dialog.getByLabel('Payin webhook URL').fill('https://shop.example/hooks');
  await expect(dialog.getByRole('list', { name: 'What changes' })).toHaveText(
    /Payin webhook URL\s*none\s*→\s*https:\/\/shop.example\/hooks/,
  );
  await dialog.getByLabel('Reason').fill('It was asked for');
  await dialog.getByRole('button', { name: 'Change the webhooks' }).click();
  await expect(page.getByText('https://shop.example/hooks')).toBeVisible();
  await act(page, { title: 'Rotate the secret' });
  await expect(dialog).toContainText('whsec_');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectWell(page);

  await page.getByRole('link', { name: 'Block list' }).click();
  await expect(page.getByText('Nothing is blocked')).toBeVisible();
  await act(page, { title: 'Block an e-mail', fields: { 'E-mail': 'eve@example.com' } });
  await expect(page.getByRole('row').filter({ hasText: 'E-mail' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('eve@example.com');
  await expectWell(page);
  await act(page, { title: 'Remove from the block list' });
  await expect(page.getByText('Nothing is blocked')).toBeVisible();
});

test('a branding is previewed on the payment page while typed, and saved', async ({
  page,
  app,
  signIn,
  consoleUrl,
}) => {
  const merchant = await newMerchant(app);
  await signIn('admin');
  await page.goto(`${consoleUrl}/merchants/${merchant.id}/branding`);
  const picture = page.locator('iframe').last().contentFrame();
  await expect(picture.getByText(merchant.name)).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Nordlicht Optik');
  await page.getByRole('textbox', { name: /^Colour/ }).fill('#c0392b');
  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 10"/>'),
  });
  await expect(picture.getByText('Nordlicht Optik')).toBeVisible();
  await expect(picture.locator('img[src^="data:image/svg+xml"]')).toBeVisible();
  await expect(picture.getByRole('button', { name: /^Pay/, includeHidden: true })).toHaveCSS(
    'background-color',
    'rgb(192, 57, 43)',
  );
  await page.getByRole('button', { name: 'Save the branding' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Colour\s*none\s*→\s*#c0392b/);
  await dialog.getByLabel('Reason').fill('Their new look');
  await dialog.getByRole('button', { name: 'Save the branding' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nordlicht Optik');
  await expect(page.getByRole('button', { name: 'Save the branding' })).toBeHidden();
  await expectWell(page);
});

test('limits in a dry run show the orders that they would have refused', async ({
  page,
  app,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const merchant = app.sandbox.merchant_id;
  await done(app, 'limits change', { merchant, failed_cards_per_order: 1 });
  const { id } = await createOrder({});
  for (const card_number of [NO_FUNDS, CARDS.softDecline]) {
    await app.client.submitCardData(cardDataBody(id, { card_number }));
    const read = async () => {
      const order = await app.client.getPayin(id);
      return order.ok ? order.value.status : undefined;
    };
    await expect.poll(read).toBe('CREATED');
  }
  await done(app, 'limits change', { merchant, failed_cards_per_order: null });
  await signIn('viewer');
  await page.goto(`${consoleUrl}/merchants/${merchant}/limits`);
  const counts = page.getByRole('region', { name: 'Dry run', exact: true });
  const row = counts.getByRole('row').filter({ hasText: 'Failed cards for an order' });
  await expect(row.getByRole('cell')).toHaveText(['Failed cards for an order', '1', '1']);
  const over = page.getByRole('row').filter({ hasText: id });
  await expect(over).toContainText('Failed cards for an order');
  await expectWell(page);
  await over.getByRole('link').click();
  await expect(page).toHaveURL(`${consoleUrl}/orders/${id}`);
});

test("a merchant's people read neither their own name nor accounts without money", async ({
  page,
  app,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const { id } = await createOrder(STAYS);
  await app.client.submitCardData(cardDataBody(id));
  await signIn('merchant');
  await page.goto(`${consoleUrl}/ledger`);
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Merchant', exact: true })).toBeVisible();
  const balances = page.getByRole('group', { name: 'Balances' });
  await expect(balances).toContainText('main');
  await expect(balances).not.toContainText('Paper & Pen');
  const totals = balances.locator('td:last-child');
  await expect(totals.filter({ hasText: /[1-9]/ })).not.toHaveCount(0);
  await expect(totals.filter({ hasNotText: /[1-9]/ })).toHaveCount(0);
  await page.goto(`${consoleUrl}/webhooks`);
  await expect(page.getByRole('columnheader', { name: 'Order' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Merchant' })).toHaveCount(0);
});
