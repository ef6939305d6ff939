import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { done } from '../../support/process/operate.ts';
import { expect, expectWell, test } from './fixtures.ts';

const made = z.object({ report: z.string() });

test('a report is requested, awaited and downloaded', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  await signIn('finance');
  const { reference_id: reference = '' } = await createOrder({ reference_id: `=${Date.now()}` });
  await page.goto(`${consoleUrl}/reports`);
  await page.getByRole('button', { name: 'Create a report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a report' });
  await dialog.getByRole('radio', { name: 'Orders' }).check();
  await dialog.getByLabel('Reason').fill('The end of the month');
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Create a report' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is being created' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Orders, / })).toBeVisible();
  const link = page.getByRole('link', { name: 'Download the CSV' });
  await expect(link).toBeVisible();
  await expectWell(page);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain(`'${reference}`);
  await page.getByRole('link', { name: 'Reports' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'Ready' }).first()).toContainText('Orders');
  await expectWell(page);
});

test('a failed report shows the reason, and an unknown one is not found', async ({
  page,
  signIn,
  app,
  consoleUrl,
}) => {
  await signIn('merchant');
  const days = { from: '2026-01-01', to: '2026-01-31' };
  const input = { kind: 'fees', ...days, merchant: app.sandbox.merchant_id };
  const { report } = made.parse(await done(app, 'reports create', input));
  // Failures themselves are tested with the service; this tests how they are shown.
  await page.route('**/api/operator/v1/reports/show', async (route) => {
    const response = await route.fetch();
    const failed = { state: 'failed', failure: 'The disk is full.', rows: null };
    const code = { resolution_code: 'REPORT_GENERATION_FAILED' };
    const body = z.looseObject({}).parse(await response.json());
    await route.fulfill({ response, json: { ...body, ...failed, ...code } });
  });
  await page.goto(`${consoleUrl}/reports/${report}`);
  await expect(page.getByRole('alert')).toContainText('The disk is full.');
  await expectWell(page);
  await page.unroute('**/api/operator/v1/reports/show');
  await page.goto(`${consoleUrl}/reports/${crypto.randomUUID()}`);
  await expect(page.getByRole('alert')).toContainText('does not exist');
  await page.goto(`${consoleUrl}/reports`);
  const row = page.getByRole('row').filter({ hasText: /^\s*Fees\s+1\s–\s31 Jan 2026/ });
  await expect(row.getByRole('link', { name: 'Download' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a report' }).click();
  await expect(page.getByRole('dialog').getByLabel('Merchant')).toHaveCount(0);
});
