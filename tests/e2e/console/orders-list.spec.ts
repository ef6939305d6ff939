import { readFile } from 'node:fs/promises';
import { expect, expectWell, test } from './fixtures.ts';

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
