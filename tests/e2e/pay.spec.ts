import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  holdBack,
  openBeforeScript,
  payButton,
  payWith,
  STAYS,
  test,
  typeCard,
  untilAlive,
  untilPaid,
} from './fixtures.ts';

test("an approved card leads back to the shop's success address", async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay by card');
  await typeCard(page, { number: CARDS.approved });
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(page.getByRole('img', { name: 'Visa' })).toBeVisible();
  const letGo = await holdBack(page, shop.returnUrls.success);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  letGo();
  await page.waitForURL(shop.returnUrls.success);
  const paid = await app.client.getPayin(order.id);
  expect(paid).toMatchObject({
    ok: true,
    value: { status: 'SUCCESS', card_number: '424242******4242' },
  });
});

test('a hard decline leads back to the fail address', async ({ page, shop, createOrder }) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.hardDecline });
  await page.waitForURL(shop.returnUrls.fail);
});

test('after a soft decline everything but the code is kept, and another card pays', async ({
  page,
  openForm,
}) => {
  await openForm(STAYS);
  await payWith(page, { number: CARDS.softDecline });
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Your card was declined');
  await expect(notice).toContainText('No money was taken');
  await expect(notice).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 39');
  await expect(page.getByLabel('Name on card')).toHaveValue('Anna Maria Weber');
  await expect(page.getByLabel('Security code')).toHaveValue('');

  await page.getByLabel('Card number').fill(CARDS.approved);
  await page.getByLabel('Security code').fill('123');
  await payButton(page).click();
  await expectPaid(page);
});

test('a declined order shows its form with the reason when opened again', async ({
  page,
  openForm,
}) => {
  const order = await openForm();
  await payWith(page, { number: CARDS.softDecline });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto(`${order.pay_url}/status`);
  await expect(page).toHaveURL(order.pay_url);
  await expect(page.getByRole('alert')).toContainText('No money was taken');
});

test('the page waits for a slow bank', async ({ page, app, createOrder }) => {
  const order = await createOrder(STAYS);
  await page.goto(order.pay_url);
  await fillCard(page, { number: CARDS.pending });
  const letGo = await holdBack(page, '**/state');
  await payButton(page).click();
  await expect(
    page.getByRole('heading', { name: 'Your bank is checking the payment' }),
  ).toBeVisible();
  await untilPaid(app, order.id);
  letGo();
  await expectPaid(page);
});

test('a double click pays once', async ({ page, app, createOrder }) => {
  const order = await createOrder(STAYS);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.goto(order.pay_url);
  await untilAlive(page);
  await fillCard(page, { number: CARDS.approved });
  await payButton(page).dblclick();
  await expectPaid(page);
  expect(posts).toEqual([`${order.pay_url}/card`]);
  expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'SUCCESS' } });
});

test('the form is sent once even before it is interactive', async ({ page, createOrder }) => {
  const order = await createOrder({ return_urls: {} });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await openBeforeScript(page, order.pay_url);
  await fillCard(page, { number: CARDS.approved });
  await payButton(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  expect(posts).toEqual([order.pay_url]);
});

test('going back after paying shows the result, not the form', async ({
  page,
  shop,
  createOrder,
}) => {
  const order = await createOrder({ return_urls: {} });
  await page.goto(shop.url);
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.approved });
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
});
