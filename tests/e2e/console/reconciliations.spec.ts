import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { cardDataBody } from '../../support/orders/orders.ts';
import { done } from '../../support/process/operate.ts';
import { CARDS } from '../fixtures.ts';
import { expect, expectWell, test } from './fixtures.ts';

const story = z.object({
  status: z.string(),
  attempts: z.array(z.object({ provider_reference: z.string().nullable() })),
});

test('a settlement file is matched to attempts', async ({
  page,
  signIn,
  app,
  consoleUrl,
  createOrder,
}) => {
  const pay = async (amount: number) => {
    const { id } = await createOrder({ amount });
    await app.client.submitCardData(cardDataBody(id, { card_number: CARDS.approved }));
    const shown = async () => story.parse(await done(app, 'orders show', { order: id }));
    await expect.poll(async () => (await shown()).status).toBe('SUCCESS');
    return { id, reference: (await shown()).attempts[0]?.provider_reference ?? '' };
  };
  const [matched, different, missing] = [await pay(10), await pay(20), await pay(30)];
  await signIn('finance');
  await page.goto(`${consoleUrl}/reconciliations`);
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible();
  await page.getByRole('link', { name: 'Match a file' }).click();

  const choose = (text: string | Buffer) =>
    page.getByLabel('Settlement file').setInputFiles({
      name: 'settlement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  await choose('');
  await expect(page.getByRole('alert')).toContainText('The file is empty.');
  await choose(Buffer.from([0xff, 0xfe, 0x69, 0]));
  await expect(page.getByRole('alert')).toContainText('not in UTF-8');

  await choose('id;gross;Money\nx;1.00;EUR');
  await expect(page.getByRole('alert')).toContainText('Line 1: the columns are id;gross;Money.');

  const unknown = Array.from({ length: 2_500 }, (_, index) => `x-${index},payment,EUR,1.00,עברית`);
  const lines = [
    `${matched.reference},payment,EUR,10,`,
    `${different.reference},payment,EUR,19.99,`,
    ...unknown,
  ];
  await choose(['reference,kind,currency,amount,text', ...lines].join('\n'));
  await expect(page.getByText('2,502 lines, read as payments, refunds')).toBeVisible();
  await page.getByLabel('Terminal').selectOption('sandbox');
  await page.getByLabel('Reason').fill('The settlement of the month');
  await expectWell(page);
  await page.getByRole('button', { name: 'Match the file' }).click();

  await expect(page.getByRole('heading', { name: /^sandbox, / })).toBeVisible();
  const verdict = (name: string) => page.getByText(name, { exact: true }).locator('..');
  await expect(verdict('Matched')).toContainText('1');
  await expect(verdict('Missing here').first()).toContainText('2,500');
  const row = page.getByRole('row').filter({ hasText: different.reference });
  await expect(row).toContainText('19.99 EUR');
  await expect(row).toContainText('20.00 EUR');
  const there = page.getByRole('row').filter({ hasText: missing.reference });
  await expect(row).toContainText('Payment');
  await expect(there).toContainText('Payin');
  await expect(there.getByRole('link')).toHaveAttribute('href', `/console/orders/${missing.id}`);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('x-300', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`different amount,3,payment,${different.reference},19.99,EUR,20.00,EUR,`);
  expect(csv).toContain('missing here,2503,payment,x-2499,1.00,EUR');
  expect(csv).toContain(`missing in the file,,payin,${missing.reference}`);
  // Only a few of the four hundred lines, which are all alike.
  await page.route('**/api/operator/v1/reconciliations/show', async (route) => {
    const response = await route.fetch();
    const body = z.looseObject({ lines: z.array(z.unknown()) }).parse(await response.json());
    await route.fulfill({ response, json: { ...body, lines: body.lines.slice(0, 3) } });
  });
  await page.reload();
  await expect(row).toBeVisible();
  await expectWell(page);
  await page.getByRole('link', { name: 'Reconciliation' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'sandbox' }).first()).toBeVisible();
  await expectWell(page);

  const known = [
    'balance_transaction_id,currency,gross,fee,net,reporting_category,source_id,payment_intent_id',
    `txn_1,eur,10.00,0.30,9.70,charge,ch_1,${matched.reference}`,
    'txn_2,eur,-9.70,0.00,-9.70,payout,po_1,',
  ];
  await page.getByRole('link', { name: 'Match a file' }).click();
  const history = [
    'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description',
    `txn_1,charge,${matched.reference},10.00,0.30,9.70,eur,d,d,`,
  ];
  await choose(history.join('\n'));
  await expect(page.getByText("1 line, read as Stripe's balance history")).toBeVisible();
  await choose(known.join('\n'));
  await expect(page.getByText("read as Stripe's itemised balance report")).toBeVisible();
  await page.getByLabel('Terminal').selectOption('sandbox');
  await page.getByLabel('Reason').fill('What Stripe settled');
  await page.getByRole('button', { name: 'Match the file' }).click();
  await expect(
    page.getByRole('heading', { name: "Read as Stripe's itemised balance report" }),
  ).toBeVisible();
  const payments = page.getByRole('row').filter({ hasText: 'Payments' });
  await expect(payments).toContainText('10.00 EUR');
  await expect(payments).toContainText('9.70 EUR');
  await expect(page.getByRole('row').filter({ hasText: 'Payouts to the bank' })).toContainText(
    /[-−]9\.70 EUR/,
  );
  await expectWell(page);
});
