import { act, expect, expectWell, test } from './fixtures.ts';

test('an adjustment waits for another person, who confirms it', async ({
  page,
  newcomer,
  signIn,
  app,
  consoleUrl,
}) => {
  const evidence = `Ticket ${Date.now()}`;
  const { email } = await newcomer('finance');
  await page.goto(`${consoleUrl}/merchants/${app.sandbox.merchant_id}`);
  await act(page, {
    title: 'Adjust the balance',
    within: 'main',
    fields: { Currency: 'EUR', Amount: '1.25', Evidence: evidence },
  });
  await expect(page.getByRole('status').filter({ hasText: 'see Ledger' })).toBeVisible();
  await page.goto(`${consoleUrl}/ledger`);
  const row = page.getByRole('row').filter({ hasText: evidence });
  await expect(row).toContainText('1.25 EUR');
  await expect(row).toContainText(email);
  await expect(row).toContainText('Waits for another person');
  await expectWell(page);
  await row.getByRole('button', { name: 'Confirm the adjustment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the adjustment' });
  await expect(dialog).toContainText('Credits 1.25 EUR at the gate main');
  await expectWell(page);
  await dialog.getByLabel('Reason').fill('It is right');
  await dialog.getByRole('button', { name: 'Confirm the adjustment' }).click();
  await expect(dialog.getByRole('alert')).toContainText('another person must decide');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await signIn('admin');
  await page.goto(`${consoleUrl}/ledger`);
  await row.getByRole('button', { name: 'Confirm the adjustment' }).click();
  await dialog.getByLabel('Reason').fill('The ticket says so');
  await dialog.getByRole('button', { name: 'Confirm the adjustment' }).click();
  await expect(row).toContainText('Posted');
  await expect(row).toContainText('admin@pay.example');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Adjustment' }).first()).toContainText(
    '1.25 EUR',
  );
});
