import { CARDS, DECIDED_AFTER_48_H, expect, holdBack, STAYS, test } from './fixtures.ts';
import { ORDERS } from './payment-sources.ts';

test('the last minutes are shown and announced once, and expiry shows the expired page', async ({
  page,
  app,
  shop,
  openForm,
}) => {
  await page.clock.install();
  const order = await openForm();
  const shown = page.locator('#time-left');
  const announced = page.locator('#time-left-announced');
  const label = page.locator('label').first();
  await expect(announced).toBeEmpty();
  await expect(page.getByText(/Time left/)).toHaveCount(0);
  const labelBefore = await label.boundingBox();
  await page.clock.fastForward('26:00');
  await expect(shown).toHaveText(/^Time left to pay: \d:\d\d$/);
  await expect(announced).toHaveText(/^Time left to pay: \d minutes$/);
  // A line of its own between the heading and the first field, which it does not move.
  expect(await label.boundingBox()).toEqual(labelBefore);
  const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {};
  const heading = await page.locator('h1').boundingBox();
  expect(y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0));
  expect(y + height).toBeLessThanOrEqual(labelBefore?.y ?? 0);
  const said = await announced.innerText();
  const left = await shown.innerText();
  await page.clock.fastForward('02:00');
  await expect(shown).not.toHaveText(left);
  await expect(announced).toHaveText(said);

  expect(await app.client.triggerExpiry({ payin_id: order.id })).toMatchObject({ ok: true });
  const leave = await holdBack(page, shop.returnUrls.fail);
  await page.clock.fastForward('02:00');
  await expect(page.getByRole('heading', { name: 'This payment has expired' })).toBeVisible();
  leave();
  await page.waitForURL(shop.returnUrls.fail);
  expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'CLOSED' } });
});

test('a countdown asks the server when its page becomes visible, for the clock of a sleeping device stops', async ({
  page,
  createOrder,
}) => {
  const card = await createOrder();
  const transfer = await createOrder(ORDERS.P2P);
  await page.request.post(transfer.pay_url, { form: {} });
  for (const { address, id } of [
    { address: card.pay_url, id: '#time-left' },
    { address: `${transfer.pay_url}/status`, id: '#countdown' },
  ]) {
    await page.goto(address);
    const { promise: asked, resolve } = Promise.withResolvers<undefined>();
    // As it would answer after the device has slept for long.
    await page.route('**/state*', async (route) => {
      const response = await route.fetch();
      const state = Object.assign((await response.json()) as object, { secondsLeft: 61 });
      await route.fulfill({ response, json: state });
      resolve(undefined);
    });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    await expect(page.locator(id)).toHaveText(/^Time left to pay: (1:0[01]|0:5\d)$/);
    // The transfer's page goes on asking.
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('the end of an order is asked for once, and its page opened once, however long they take', async ({
  page,
  app,
  openForm,
}) => {
  await page.clock.install();
  const order = await openForm(STAYS);
  expect(await app.client.triggerExpiry({ payin_id: order.id })).toMatchObject({ ok: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const answer = await holdBack(page, `${order.pay_url}/state*`);
  await page.clock.fastForward('31:00');
  for (let second = 0; second < 3; second += 1) await page.clock.fastForward('00:01');
  answer();
  await expect(page.getByRole('heading', { name: 'This payment has expired' })).toBeVisible();
  const ofOrder = asked.filter((path) => path.startsWith('/pay/'));
  expect(ofOrder).toEqual(['state', 'status'].map((name) => `/pay/${order.id}/${name}`));
});

test('a bank that does not answer leads to the pending address when the wait is over', async ({
  page,
  shop,
  livePage,
  createOrder,
}) => {
  const order = await createOrder({ amount: DECIDED_AFTER_48_H });
  const payUrl = `${livePage.url}/pay/${order.id}`;
  await page.context().request.post(payUrl, {
    form: {
      card_number: CARDS.approved,
      expiry: '12/39',
      security_code: '123',
      cardholder_name: 'Anna Weber',
    },
    maxRedirects: 0,
  });
  // It redirects, maybe before it has fully loaded.
  await page.goto(`${payUrl}/status`, { waitUntil: 'commit' });
  await page.waitForURL(shop.returnUrls.pending);
});
