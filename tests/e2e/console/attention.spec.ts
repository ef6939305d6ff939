import type { Page } from '@playwright/test';
import { cardDataBody } from '../../support/orders/orders.ts';
import { done } from '../../support/process/operate.ts';
import { CARDS } from '../fixtures.ts';
import { expect, expectWell, test } from './fixtures.ts';

const LIST = '**/api/operator/v1/attention/list';
const CONDITIONS = '**/api/operator/v1/attention/conditions';

const since = '2026-05-01T08:30:00Z';
const CONDITIONS_NOW = [
  { kind: 'circuit_open', subject: 'מסוף ראשי', detail: 'Its calls fail.', since },
  { kind: 'ledger_finding', subject: 'balance_is_sum', detail: 'x'.repeat(200), since },
  {
    kind: 'dispute_due',
    subject: crypto.randomUUID(),
    detail: 'To be answered by 2026-05-04T08:30:00.000Z.',
    since,
  },
  { kind: 'attempt_unknown', subject: crypto.randomUUID(), detail: 'No answer.', since },
];

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
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(page.getByText('No current problems')).toBeVisible();
  await page.unroute(CONDITIONS);
  await answerWith(page, [], CONDITIONS_NOW);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('מסוף ראשי')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Order / })).toHaveCount(2);
  await expect(page.getByText(/^To be answered by 4 May 2026, /)).toBeVisible();
  await expectWell(page);
});

test('the overview begins with the problems that stop payments, and links to them', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await signIn('viewer');
  const given = { kind: 'delivery_given_up', subject: 'shop.example', detail: 'Given up.', since };
  await answerWith(page, [], [given, ...CONDITIONS_NOW.toReversed()]);
  await page.goto(`${consoleUrl}/overview`);
  const section = page.getByRole('region', { name: 'Needs attention' });
  const [, , dispute, order] = CONDITIONS_NOW;
  await expect(section.getByRole('listitem')).toHaveText([
    /^A terminal takes no payments/,
    /^The ledger check found errors/,
    /^A dispute must be answered within three days/,
    /^The outcome of an attempt is unknown/,
    /^Webhooks were given up/,
  ]);
  const links = section.getByRole('listitem').getByRole('link');
  for (const [index, path] of [
    'terminals',
    'ledger',
    `orders/${dispute?.subject}#disputes`,
    `orders/${order?.subject}`,
  ].entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', `/console/${path}`);
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
