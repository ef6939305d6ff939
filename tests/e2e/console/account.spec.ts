import type { Page } from '@playwright/test';
import { addAuthenticator, expect, expectWell, test } from './fixtures.ts';

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menu of/ }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
}

test('a link is accepted with a passkey, which alone signs in', async ({
  page,
  invite,
  consoleUrl,
}) => {
  await addAuthenticator(page);
  await page.goto(await invite({ role: 'support' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Tollgate');
  await expectWell(page);
  await page.getByLabel('Your e-mail').fill('ada@pay.example');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page).toHaveURL(/\/console\/overview$/);
  await openAccount(page);
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
  await expect(passkeys).toContainText('your only way to sign in');
  await expectWell(page);
  await page.goto(`${consoleUrl}/sign-in`);
  await expectWell(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/console\/overview$/);
  await page.goto(`${consoleUrl}/account`);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('Your other sessions have ended.')).toBeVisible();
});

test('a used link is refused, and a second link replaces a lost passkey', async ({
  page,
  invite,
}) => {
  await addAuthenticator(page);
  const invited = { role: 'viewer', email: 'bo@pay.example' } as const;
  const link = await invite(invited);
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page).toHaveURL(/\/console\/overview$/);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('was used');
  await page.goto(await invite(invited));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make a new passkey');
  await expectWell(page);
});

test('passkeys are added and removed, each after confirmation', async ({ page, invite }) => {
  const changeDevice = await addAuthenticator(page);
  await page.goto(await invite({ role: 'finance', email: 'cy@pay.example' }));
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await openAccount(page);
  // A device has at most one passkey of a person: it confirms, and the passkey is made on another device.
  await page.route('**/session/passkeys/options', async (route) => {
    await changeDevice();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('مفتاح');
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'مفتاح' })).toContainText('never');
  await page.getByRole('button', { name: 'Remove the passkey مفتاح' }).click();
  await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('your only way to sign in')).toBeVisible();
});
