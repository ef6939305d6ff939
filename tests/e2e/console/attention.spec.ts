import type { Page } from '@playwright/test';
import { cardDataBody } from '../../support/orders/orders.ts';
import { done } from '../../support/process/operate.ts';
import { CARDS } from '../fixtures.ts';
import { expect, expectWell, test } from './fixtures.ts';

const LIST = '**/api/operator/v1/attention/list';
const CONDITIONS = '**/api/operator/v1/attention/conditions';

const since = '2026-05-01T08:30:00Z';
const hint = 'See the runbook.';
const severity = 'page';
const CONDITIONS_NOW = [
  {
    title: 'מסוף ראשי fails: payments take other routes, or are refused',
    path: '/terminals',
    detail: 'x'.repeat(200),
  },
  {
    title: 'A dispute of 1.00 EUR of Acme must be answered within three days',
    path: `/orders/${crypto.randomUUID()}#disputes`,
    detail: 'The deadline is 2026-05-04T08:30:00.000Z.',
  },
  { title: 'Recurring work is late: webhooks', path: '/attention', detail: 'It has not run.' },
].map((condition) => ({ ...condition, kind: 'x', subject: 'x', severity, hint, since }));

async function answerWith(page: Page, matters: object[], conditions: object[]): Promise<void> {
  await page.route(LIST, (route) => route.fulfill({ json: { items: matters } }));
  await page.route(CONDITIONS, (route) => route.fulfill({ json: conditions }));
}

test('the exception queue is empty, or a condition is shown', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('viewer');
  await answerWith(page, [], []);
  await page.goto(`${consoleUrl}/attention`);
  const empty = page.getByText('Nothing needs attention');
  await expect(empty).toBeVisible();
  await page.unroute(CONDITIONS);
  await answerWith(page, [], CONDITIONS_NOW);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const [terminal, dispute, work] = CONDITIONS_NOW;
  for (const shown of [terminal, dispute]) {
    const link = page.getByRole('link', { name: shown?.title ?? '' });
    await expect(link).toHaveAttribute('href', `/console${shown?.path}`);
  }
  await expect(page.getByRole('heading', { name: work?.title ?? '' })).toBeVisible();
  await expect(page.getByText(/^The deadline is 4 May 2026, /)).toBeVisible();
  await expect(empty).toHaveCount(0);
  await expectWell(page);
});

test('the overview begins with current problems, and links to them', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('viewer');
  await answerWith(page, [], CONDITIONS_NOW);
  await page.goto(`${consoleUrl}/overview`);
  const section = page.getByRole('region', { name: 'Needs attention' });
  const items = section.getByRole('listitem');
  await expect(items).toHaveCount(CONDITIONS_NOW.length);
  for (const [index, { title, path }] of CONDITIONS_NOW.entries()) {
    const link = items.nth(index).getByRole('link', { name: title });
    await expect(link).toHaveAttribute('href', `/console${path}`);
  }
  await expectWell(page);
  await section.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(`${consoleUrl}/attention`);
});

test('an order paid after its end is resolved, with a reason', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const { id } = await createOrder();
  await app.client.submitCardData(cardDataBody(id, { card_number: CARDS.pending }));
  await done(app, 'orders fail', { order: id });
  const open = async () => JSON.stringify(await done(app, 'attention list'));
  await expect.poll(open).toContain(id);
  await signIn('support');
  await page.goto(consoleUrl);
  await page.getByRole('link', { name: /^Attention \d+ open$/ }).click();
  const matter = page.getByRole('listitem').filter({ hasText: id.slice(0, 8) });
  await expect(matter).toContainText('Paid after the order had ended');
  await expect(matter.getByRole('link')).toHaveAttribute('href', `/console/orders/${id}`);
  await expectWell(page);
  await matter.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve' });
  await dialog.getByLabel('Reason').fill('Given back by hand');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(matter).toHaveCount(0);
  const audit = JSON.stringify(await done(app, 'audit list'));
  expect(audit).toContain('Given back by hand');
});
