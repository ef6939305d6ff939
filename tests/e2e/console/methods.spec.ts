import { newTerminal } from '../../service/operator/changes.ts';
import { newMerchant } from '../../support/operator/merchant.ts';
import { operate } from '../../support/process/operate.ts';
import { act, expect, expectWell, test } from './fixtures.ts';

test('a method is changed, and its routes reordered', async ({ page, app, signIn, consoleUrl }) => {
  const { method } = await newMerchant(app);
  const terminal = newTerminal();
  const { name: backup } = terminal;
  const made = await operate(app, 'terminals create', terminal);
  expect(made).toMatchObject({ status: 200 });
  await signIn('admin');
  await page.goto(`${consoleUrl}/methods/${method}`);
  await expect(page.getByText('There is no route yet')).toBeVisible();
  await act(page, { title: 'Add a route', fields: { Terminal: 'sandbox' } });
  const routes = page.getByRole('region', { name: /^Routes/ });
  const route = (name: string) => routes.getByRole('listitem').filter({ hasText: name }).last();
  await expect(route('sandbox')).toContainText('takes everything');
  await act(page, {
    title: 'Add a route',
    fields: { Terminal: backup, "Payers' countries": 'DE,AT' },
  });
  await expect(route(backup)).toContainText('takes payers from AT, DE');
  const order = routes.locator('strong');
  await expect(order).toHaveText(['sandbox', backup]);

  await page.getByRole('button', { name: `Try ${backup} earlier` }).press('Enter');
  await expect(order).toHaveText([backup, 'sandbox']);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await route(backup).dragTo(route('sandbox'), { targetPosition: { x: 200, y: 4 } });
  await expect(order).toHaveText([backup, 'sandbox']);
  await act(page, { title: 'Save the route order' });
  await expect(page.getByText('The route order was saved.')).toBeVisible();
  await expectWell(page);

  await page.getByRole('button', { name: 'Change the method' }).click();
  const dialog = page.getByRole('dialog');
  const fee = dialog.getByLabel('Percentage fee');
  await fee.fill('290');
  await dialog.getByLabel('Reason').fill('A new contract');
  await dialog.getByRole('button', { name: 'Change the method' }).click();
  await expect(fee).toBeFocused();
  await expect(fee).toHaveAccessibleDescription(/enter a number from 0 to 100/);
  await expectWell(page);
  // A decimal comma is accepted, and a change to more than double needs another confirmation.
  await fee.fill('10,0');
  await expect(dialog.getByRole('list', { name: 'What changes' })).toHaveText(/2\.9\s*→\s*10/);
  await dialog.getByRole('button', { name: 'Change the method' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is a large change');
  await dialog.getByRole('button', { name: 'Yes: Change the method' }).click();
  await expect(page.getByRole('region', { name: 'Settings' })).toContainText('10 % and 0.30 EUR');
  await act(page, { title: `Take the route to ${backup} down` });
  await expect(route(backup)).toContainText('Down');
  await act(page, { title: `Remove the route to ${backup}` });
  await expect(order).toHaveText(['sandbox']);
  await act(page, { title: 'Switch the method off' });
  await expect(page.getByText('The method is off.')).toBeVisible();
});

test('a viewer sees everything and changes nothing', async ({ page, app, signIn, consoleUrl }) => {
  const { id, method } = await newMerchant(app);
  await signIn('viewer');
  for (const path of [`/merchants/${id}`, `/merchants/${id}/branding`, `/methods/${method}`]) {
    await page.goto(consoleUrl + path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    const buttons = page.getByRole('main').getByRole('button');
    await expect(buttons.filter({ hasText: /change|create|switch|save|freeze|add/i })).toHaveCount(
      0,
    );
  }
});
