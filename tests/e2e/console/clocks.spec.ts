/** A merchant with an advanced test clock is shown in its own time. */
import { OrdersClient } from '#contract/client/client.ts';
import { payableMerchant } from '../../support/operator/merchant.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { advanceTo } from '../../support/process/advance-clock.ts';
import { expect, expectWell, test } from './fixtures.ts';

const DAY_SECONDS = 86_400;

test('times of a merchant with a test clock follow it, and are marked', async ({
  page,
  app,
  signIn,
  consoleUrl,
}) => {
  const { id: merchant, method, key } = await payableMerchant(app);
  const client = new OrdersClient({ baseUrl: app.url, ...key, repeats: 10 });
  const created = await client.createPayin(payinBody(app, { merchant_gate_method_id: method }));
  const order = created.ok ? created.value.id : '';
  await advanceTo(client, Math.ceil(Date.now() / 1_000) + 3 * DAY_SECONDS + 60);

  await signIn('viewer');
  await page.goto(`${consoleUrl}/orders/${order}`);
  await expect(page.getByRole('note')).toContainText("this merchant's test clock, 3 days ahead");
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Waiting time exceeded',
  );
  await expectWell(page);
  await page.goto(`${consoleUrl}/orders?merchant=${merchant}`);
  const row = page.getByRole('group', { name: 'Orders' }).getByRole('row').last();
  await expect(row).toContainText(/[34] days ago\s*test clock/);
  await page.goto(`${consoleUrl}/merchants/${merchant}`);
  await expect(page.getByRole('note')).toContainText('3 days ahead');
});
