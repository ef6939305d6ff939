import type { Page } from '@playwright/test';
import { nextCode } from '../../support/operator/people.ts';
import { addAuthenticator, expect, expectWell, REAL_CLOCK, test } from './fixtures.ts';

const PASSWORD = 'nine lamps of tin';

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
  await expect(page.getByText('You have no password: you sign in with passkeys.')).toBeVisible();
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

test('a link is accepted with a password and an authenticator', async ({
  page,
  invite,
  consoleUrl,
}) => {
  const link = await invite({ role: 'viewer', email: 'bo@pay.example' });
  await page.goto(link);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await expect(page.getByRole('img', { name: 'The key for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('.key code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Choose a password').fill('password1234');
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('alert')).toContainText('password: is a common password');
  await expectWell(page);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await page.getByLabel('Six-digit code').fill(nextCode(REAL_CLOCK, secret));
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your recovery codes');
  await expect(page.locator('pre')).toHaveText(/^(([A-Z2-7]{4}-){3}[A-Z2-7]{4}\s*){10}$/);
  await expectWell(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('tollgate-recovery-codes.txt');
  await page.getByRole('button', { name: 'Go on to the console' }).click();
  await expect(page).toHaveURL(/\/console\/overview$/);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('was used');
  await page.goto(`${consoleUrl}/sign-in`);
  await page.getByLabel('E-mail').fill('bo@pay.example');
  await page.getByLabel('Password').fill('not mine at all');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('is not correct');
});

test("one's own sign-in methods are changed, each after confirmation", async ({
  page,
  newcomer,
}) => {
  await addAuthenticator(page);
  const { email } = await newcomer('finance');
  await openAccount(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('مفتاح');
  await dialog.getByLabel('Your password').fill('not mine at all');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByRole('alert')).toContainText('proof: is not correct');
  await expectWell(page);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'مفتاح' })).toContainText('never');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await dialog.getByLabel('New password').fill('seven lamps of zinc');
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(page.getByText('The password was changed')).toBeVisible();
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await dialog.getByLabel('Your password').fill('seven lamps of zinc');
  await dialog.getByRole('button', { name: 'Make new recovery codes' }).click();
  await expect(dialog.locator('pre')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey مفتاح' }).click();
  await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('You have no passkey yet')).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
});
