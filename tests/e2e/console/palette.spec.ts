import { expect, expectWell, test } from './fixtures.ts';

test('the command palette goes to views, finds orders and begins what can be done', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  const { id } = await createOrder();
  await signIn('admin');
  await page.goto(`${consoleUrl}/overview`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const palette = page.getByRole('dialog', { name: 'Go to, find or do' });
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

test('an address where nothing is leads on by the navigation', async ({
  page,
  signIn,
  consoleUrl,
}) => {
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

test('the overview says what needs a hand first while nothing can be read', async ({
  page,
  context,
  signIn,
  consoleUrl,
}) => {
  await signIn('viewer');
  await page.goto(`${consoleUrl}/overview`);
  const week = page.getByRole('link', { name: '7 days' });
  await expect(week).toBeVisible();
  await context.setOffline(true);
  await week.click();
  const alert = page.getByRole('region', { name: 'This needs a hand' }).getByRole('alert');
  await expect(alert).toContainText('The service does not answer');
  await expectWell(page);
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Refresh' }).click();
  await expect(alert).toHaveCount(0);
});

test('a sandbox says so on every page, before anybody has signed in as well', async ({
  page,
  consoleUrl,
}) => {
  await page.goto(`${consoleUrl}/sign-in`);
  await expect(page.getByRole('complementary', { name: 'Test mode' })).toHaveText(
    'Test mode: no money moves',
  );
  await expectWell(page);
});
