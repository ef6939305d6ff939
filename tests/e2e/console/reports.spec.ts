import { readFile } from 'node:fs/promises';
import { expect, expectWell, test } from './fixtures.ts';

test('a report is downloaded, and saved once it is whole', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  await signIn('finance');
  const { reference_id: reference = '' } = await createOrder({ reference_id: `=${Date.now()}` });
  await page.goto(`${consoleUrl}/reports`);
  await page.getByRole('radio', { name: 'Orders' }).check();
  await expectWell(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain(`'${reference}`);
  expect(csv).toMatch(/\n#END,\d+\n$/);
  await expect(page.getByRole('status').filter({ hasText: 'was saved' })).toBeVisible();
});

test('a report that fails or breaks off is not saved, and says why', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('merchant');
  await page.goto(`${consoleUrl}/reports`);
  await expect(page.getByLabel('Merchant')).toHaveCount(0);
  await page.getByLabel('First day').fill('2026-02-02');
  await page.getByLabel('Last day').fill('2026-02-01');
  const start = page.getByRole('button', { name: 'Download' });
  await start.click();
  await expect(page.getByRole('alert')).toContainText('Must not lie before the start.');
  await expectWell(page);
  // How reports break off is tested with the service; this tests how it is shown.
  await page.route('**/api/operator/v1/reports/orders?*', (route) =>
    route.fulfill({ body: 'id\n#REPORT_GENERATION_FAILED,x\n', contentType: 'text/csv' }),
  );
  await page.getByLabel('Last day').fill('2026-02-03');
  await start.click();
  await expect(page.getByRole('alert')).toContainText('The report broke off');
});
