import { randomUUID } from 'node:crypto';

import { operate } from '../support/process/operate.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  holdBack,
  payButton,
  payWith,
  STAYS,
  test,
} from './fixtures.ts';

/** Options for a page that redirects, which may be gone before it has fully loaded. */
const GOES_ON = { waitUntil: 'commit' } as const;

test('an unknown order has a page that says what to do', async ({ page, app }) => {
  const answer = await page.goto(`${app.url}/pay/${randomUUID()}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'We cannot find this payment' })).toBeVisible();
});

for (const path of ['/pay/1234', '/brands/unknown.svg']) {
  test(`${path}, which is not there, gets the same answer`, async ({ page, app }) => {
    const answer = await page.goto(app.url + path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'We cannot find this payment' })).toBeVisible();
  });
}

test('an expired order answers 410 and leads back', async ({ page, app, shop, createOrder }) => {
  const order = await createOrder({ method: 'card_short', currency: 'USD' });
  const read = () => app.client.getPayin(order.id);
  await expect.poll(read).toMatchObject({ value: { status: 'CLOSED' } });
  const answer = await page.goto(order.pay_url, GOES_ON);
  expect(answer?.status()).toBe(410);
  await page.waitForURL(shop.returnUrls.fail);
});

test('a cancelled order is shown as such, also when its form is posted late', async ({
  page,
  app,
  shop,
  openForm,
}) => {
  const order = await openForm();
  expect(await operate(app, 'payins cancel', { order: order.id })).toMatchObject({ status: 200 });
  await fillCard(page, { number: CARDS.approved });
  const letGo = await holdBack(page, shop.returnUrls.fail);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'This payment was cancelled' })).toBeVisible();
  letGo();
  await page.waitForURL(shop.returnUrls.fail);
  const answer = await page.goto(order.pay_url, GOES_ON);
  expect(answer?.status()).toBe(410);
  await page.waitForURL(shop.returnUrls.fail);
});

test("a form from another site is refused, at the form's address only", async ({
  request,
  createOrder,
}) => {
  const order = await createOrder();
  const headers = { origin: 'https://evil.example' };
  const form = { card_number: CARDS.approved };
  const refused = await request.post(order.pay_url, { headers, form, maxRedirects: 0 });
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain('This form cannot be accepted');
  const taken = await request.post(`${order.pay_url}/status`, { headers, form, maxRedirects: 0 });
  expect(taken.status()).toBe(303);
  expect(taken.headers()['location']).toContain(`/pay/${order.id}/status?since=`);
});

test('the demo shop sells, and reads the outcome from the order', async ({ page, app }) => {
  await page.goto(`${app.url}/shop`);
  await page.getByRole('button', { name: /^Buy Notebook/ }).click();
  await payWith(page, { number: CARDS.approved });
  await page.waitForURL('**/shop/return/**');
  await expect(page.getByText('SUCCESS', { exact: true })).toBeVisible();
  await expect(async () => {
    await page.reload();
    expect(await page.getByText(/^SUCCESS, received .*evt_/).isVisible()).toBe(true);
  }).toPass();
});

test('no card data is in the log', async ({ page, app, createOrder }) => {
  const order = await createOrder(STAYS);
  await page.goto(order.pay_url);
  await payWith(page, { number: '6011111111111117', code: '987', name: 'Quirin Zapfhahn' });
  await expectPaid(page);
  expect(app.logs()).not.toMatch(/6011111111111117|6011 1111|Zapfhahn/);
});
