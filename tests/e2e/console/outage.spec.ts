import { databaseBehindNetwork } from '../../support/database/behind-network.ts';
import { startProgram } from '../../support/process/app.ts';
import { expect, expectWell, signInTo, test } from './fixtures.ts';

/** Only a database in another process can be lost while the program runs. */
test.skip(!process.env['TEST_POSTGRES_URL'], 'needs PostgreSQL');

test('every view first shows the outage while the database does not answer, and recovers', async ({
  page,
  context,
}) => {
  const database = await databaseBehindNetwork();
  const app = await startProgram({ DATABASE_URL: database.url });
  const consoleUrl = `${app.operatorUrl.replace('127.0.0.1', 'localhost')}/console`;
  await signInTo(app, { context, consoleUrl, role: 'admin' });
  await page.goto(`${consoleUrl}/overview`);
  await expect(page.getByText('No orders in this period')).toBeVisible();

  await database.network.cut();
  const first = page.locator('main > :first-child');
  for (const view of ['Orders', 'Ledger', 'Webhooks', 'Merchants', 'Audit', 'Overview']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(view);
    await expect(first.getByRole('alert')).toContainText('The database does not answer');
    await expect(page.getByRole('alert')).toHaveCount(1);
  }
  await expectWell(page);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The database does not answer');

  await database.network.restore();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No orders in this period')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await app.stop();
  await database.remove();
});
