import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectWell, test } from './fixtures.ts';

const REASON = 'She joined the team';

/** Fills in an action's dialog and submits it. */
async function act(page: Page, title: string, fields: Record<string, string> = {}): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  for (const [label, value] of Object.entries(fields)) {
    if (label === 'Role') await dialog.getByRole('radio', { name: value }).check();
    else await dialog.getByLabel(label).fill(value);
  }
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: title }).click();
}

test('people are invited, given another role, readmitted and removed', async ({
  page,
  signIn,
  newcomer,
  consoleUrl,
}) => {
  const { email } = await newcomer('support');
  await signIn('admin');
  await page.goto(`${consoleUrl}/people`);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Support');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  // Only for the role merchant, a merchant must be chosen.
  const merchant = page.getByRole('dialog').getByRole('combobox', { name: 'Merchant' });
  await expect(merchant).toHaveCount(0);
  await page.getByRole('radio', { name: /^Merchant/ }).check();
  await merchant.selectOption('Other Sandbox Merchant');
  const invited = `ada-${randomUUID()}@pay.example`;
  await act(page, 'Invite somebody', { Role: 'Finance', 'E-mail (optional)': invited });
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('pre')).toContainText('/console/invite#');
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectWell(page);
  const link = page.getByRole('row').filter({ hasText: invited });
  await link.getByRole('button', { name: /Withdraw/ }).click();
  await act(page, `Withdraw the link for ${invited}`);
  await expect(link).toHaveCount(0);

  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  await page.getByRole('button', { name: 'Change the role' }).click();
  await act(page, 'Change the role', { Role: 'Finance' });
  const facts = page.getByRole('region', { name: 'Details' });
  await expect(facts).toContainText('finance');
  await page.getByRole('button', { name: /End the session/ }).click();
  await act(page, 'End the session at node');
  await expect(page.getByText('No open sessions')).toBeVisible();
  await expectWell(page);
  await page.getByRole('button', { name: 'Invite again' }).click();
  await act(page, 'Invite again');
  await expect(dialog.locator('pre')).toContainText('/console/invite#');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Remove the person' }).click();
  await act(page, 'Remove the person');
  await expect(page).toHaveURL(/\/people$/);
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0);

  await page.goto(`${consoleUrl}/audit?command=people+change-role&subject=${email}`);
  const entry = page.getByRole('article');
  await expect(entry).toContainText(REASON);
  await expect(entry.locator('del')).toHaveText('support');
  await expect(entry.locator('ins')).toHaveText('finance');
});

test('tokens are issued, shown once and revoked', async ({ page, signIn, consoleUrl }) => {
  await signIn('admin');
  await page.goto(`${consoleUrl}/tokens`);
  await page.getByRole('button', { name: 'Issue a token' }).click();
  const name = `dashboard-${randomUUID()}`;
  await act(page, 'Issue a token', { Name: name, Role: 'Viewer' });
  await expect(page.getByRole('dialog').locator('pre')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expectWell(page);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await act(page, `Revoke the token ${name}`);
  await expect(row).toContainText('Revoked');
});

test('the audit is searched, read page by page, and verified', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('finance');
  await page.goto(`${consoleUrl}/audit?command=sessions+begin`);
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('sessions begin');
  await expectWell(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('dialog')).toContainText('none is missing');
  await expectWell(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Who').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No entries match')).toBeVisible();
  await expect(page).toHaveURL(/actor=nobody/);
});

test('a role that may not see people is told so', async ({ page, signIn, consoleUrl }) => {
  await signIn('viewer');
  await page.goto(`${consoleUrl}/people`);
  await expect(page.getByRole('alert').first()).toContainText('The role does not allow this');
  await expect(page.getByRole('button', { name: /^Invite somebody|Try again$/ })).toHaveCount(0);
  await expectWell(page);
});
