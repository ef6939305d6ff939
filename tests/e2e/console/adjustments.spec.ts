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
  await expect(row).toContainText('You asked for it: somebody else in finance, or an admin');
  await expect(row.getByRole('button')).toHaveCount(0);

  await signIn('admin');
  await page.goto(`${consoleUrl}/ledger`);
  await row.getByRole('button', { name: 'Confirm the adjustment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the adjustment' });
  await expect(dialog).toContainText('Credits 1.25 EUR at the gate main');
  await expectWell(page);
  await dialog.getByLabel('Reason').fill('The ticket says so');
  await dialog.getByRole('button', { name: 'Confirm the adjustment' }).click();
  await expect(row).toContainText('Posted');
  await expect(row).toContainText('admin@pay.example');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Adjustment' }).first()).toContainText(
    '1.25 EUR',
  );
});

const CORRECTION = {
  method: crypto.randomUUID(),
  currency: 'EUR',
  from: '2026-05-01T00:00:00.000Z',
  before: '2026-05-02T00:00:00.000Z',
  percent: '2',
  fixed: null,
  orders: 3,
  open: 0,
  charged: '9.00',
  correct: '6.00',
  difference: '3.00',
};

test('a correction of fees is asked for once, and then says where it waits', async ({
  page,
  signIn,
  app,
  consoleUrl,
}) => {
  // Other tests leave orders open, and fees are corrected only once all orders of the time have ended.
  await page.route('**/api/operator/v1/fees/correct', (route) =>
    route.fulfill({ json: CORRECTION }),
  );
  await signIn('finance');
  await page.goto(`${consoleUrl}/methods/${app.sandbox.methods['card_eur'] ?? ''}`);
  const fields = { From: '2026-05-01', To: '2026-05-01', 'Correct fee, percent': '2' };
  await act(page, { title: 'Correct past fees', fields });
  const dialog = page.getByRole('dialog', { name: 'Correct past fees' });
  await act(page, { title: 'Correct these fees' });
  await expect(dialog).toContainText('The correction waits for another person');
  await expect(dialog.getByRole('button', { name: 'Correct these fees' })).toHaveCount(0);
  await expectWell(page);
  await dialog.getByRole('link', { name: 'Ledger' }).click();
  await expect(page).toHaveURL(/\/ledger$/);
});
