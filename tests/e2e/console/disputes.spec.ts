import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { done } from '../../support/process/operate.ts';
import type { SandboxApp } from '../../support/process/app.ts';
import { CARDS, STAYS, type CreateOrder } from '../fixtures.ts';
import { act, expect, expectWell, pay, test } from './fixtures.ts';

async function disputed(page: Page, app: SandboxApp, createOrder: CreateOrder): Promise<string> {
  const order = await createOrder(STAYS);
  await pay(page, order.pay_url);
  expect(await app.client.triggerDispute({ payin_id: order.id, event: 'open' })).toMatchObject({
    ok: true,
  });
  return order.id;
}

test('a chargeback is found by deadline, its evidence saved, and it is marked as answered and won', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const payin = await disputed(page, app, createOrder);
  await signIn('viewer');
  await page.goto(consoleUrl);
  await page.getByRole('link', { name: 'Disputes' }).click();
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${payin}"]`) });
  await expect(row).toContainText('Chargeback');
  await expect(row.locator('time').first()).toHaveText(/^\d+ \w+ \d{4}$/);
  await expect(row).not.toContainText('Overdue');
  await expectWell(page);
  await row.getByRole('link').click();
  const section = page.getByRole('region', { name: 'Disputes' });
  await expect(section).toBeInViewport();
  await expect(section).toContainText('12.50 EUR');
  await expect(section).toContainText('The payment was charged back');
  await expect(section).toContainText('In the dispute reserve');
  await expect(section.getByRole('button', { name: 'Mark as answered' })).toHaveCount(0);
  for (const [button, kind, within] of [
    ['Evidence as a page', 'html', '<!doctype html>'],
    ['Evidence as JSON', 'json', '"dispute": {'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await section.getByRole('button', { name: button }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^dispute-[\\w-]+\\.${kind}$`));
    const text = await readFile(await download.path(), 'utf8');
    expect(text.toLowerCase()).toContain(within);
    expect(text).toContain(payin);
    expect(text).not.toContain(CARDS.approved);
  }
  await expectWell(page);

  await signIn('finance');
  await page.reload();
  const answered = { title: 'Mark as answered', within: 'Disputes' };
  await act(page, { ...answered, fields: { Note: 'The signed receipt' } });
  await expect(section).toContainText('Under review');
  await expect(section).toContainText('The signed receipt');
  await expect(section).toContainText('person finance@pay.example');
  await expect(section).not.toContainText('Answer by');
  await expectWell(page);
  const ended = { title: 'Record the result', within: 'Disputes' };
  await act(page, { ...ended, fields: { Outcome: 'won' } });
  await expect(section).toContainText('Won: the merchant got the money back');
  await expect(section).toContainText('With the merchant');
  await expect(section.getByRole('button', { name: 'Record the result' })).toHaveCount(0);
  const audit = JSON.stringify(await done(app, 'audit list'));
  expect(audit).toContain('disputes answered');
  expect(audit).toContain('disputes end');
});

test('an overdue dispute is marked', async ({ page, signIn, app, consoleUrl, createOrder }) => {
  const open = await disputed(page, app, createOrder);
  await signIn('support');
  // The sandbox's deadline is two weeks from now.
  await page.clock.setFixedTime(Date.now() + 30 * 86_400_000);
  await page.goto(`${consoleUrl}/disputes`);
  const table = page.getByRole('group', { name: 'Disputes' });
  const overdue = table.getByRole('row').filter({ has: page.locator(`a[href*="${open}"]`) });
  await expect(overdue).toContainText('Overdue');
  await expectWell(page);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('State').selectOption('Closed');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('No disputes match')).toBeVisible();
});

test('a high dispute ratio shows on the overview, on the merchant and in its limits, with links to the disputes', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const payin = await disputed(page, app, createOrder);
  const { merchant_id: merchant } = app.sandbox;
  await done(app, 'limits change', { merchant, dispute_ratio_payments: 1 });
  await signIn('admin');
  // Payments are counted a few seconds late.
  await expect
    .poll(async () => JSON.stringify(await done(app, 'disputes ratio')))
    .toContain('"above"');
  await page.goto(`${consoleUrl}/overview`);
  const ratio = page.getByRole('region', { name: 'Dispute ratio' });
  const row = ratio.getByRole('row').filter({ hasText: 'Visa' });
  await expect(row).toContainText(/%, limit 1\.50 %/);
  await expectWell(page);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(`${consoleUrl}/disputes?merchant=${merchant}`);
  await expect(page.locator(`a[href*="${payin}"]`)).toBeVisible();
  await page.goto(`${consoleUrl}/merchants/${merchant}`);
  await expect(ratio).toContainText('Chargebacks in a month');
  await expect(ratio.getByRole('row').filter({ hasText: 'Visa' })).toContainText('limit 1.50 %');
  await expectWell(page);
  await page.goto(`${consoleUrl}/merchants/${merchant}/limits`);
  const limits = page.getByRole('region', { name: 'Limits on disputes' });
  await expect(limits).toContainText('Maximum ratio for Visa, in basis points');
  await expect(limits).toContainText('1,500 (default)');
  await expectWell(page);
  const changed = { title: 'Change the limits on disputes', within: 'Limits on disputes' };
  await act(page, { ...changed, fields: { 'Minimum payments to evaluate a ratio': '' } });
  await expect(limits).toContainText('100 (default)');
  await page.goto(`${consoleUrl}/overview`);
  await expect(row).not.toContainText('limit');
});
