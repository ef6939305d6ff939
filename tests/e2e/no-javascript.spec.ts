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
  untilPaid,
} from './fixtures.ts';

test.use({ javaScriptEnabled: false });

test('an approved card leads back to the shop', async ({ page, shop, createOrder }) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.approved });
  await page.waitForURL(shop.returnUrls.success);
});

test('the page waits for a slow bank', async ({ page, app, createOrder }) => {
  const order = await createOrder(STAYS);
  await page.goto(order.pay_url);
  await fillCard(page, { number: CARDS.pending });
  const letGo = await holdBack(page, '**/status?*');
  await payButton(page).click();
  await expect(
    page.getByRole('heading', { name: 'Your bank is checking the payment' }),
  ).toBeVisible();
  await untilPaid(app, order.id);
  letGo();
  await expectPaid(page);
});

test('a soft decline shows the form again, empty and with the reason', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.softDecline });
  await expect(page.getByRole('alert')).toContainText('No money was taken');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page).toHaveTitle(/^Your card was declined · /);
  await expect(page.getByLabel('Card number')).toHaveValue('');
});

test('wrong input is announced, and no input comes back in the page', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await payWith(page, { number: '4242424242424241', code: '12' });
  await expect(page.getByRole('group', { name: 'Check what you entered' })).toBeFocused();
  await expect(page).toHaveTitle(/^Check what you entered · /);
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Check the card number');
  expect(await page.content()).not.toMatch(/4242\s?4242|Weber/);
});

test('a wrong code has the focus, with what is wrong with it', async ({ page, createOrder }) => {
  const order = await createOrder({ method: 'blik_eur', amount: 18 });
  await page.goto(order.pay_url);
  const code = page.getByLabel('BLIK code');
  await code.fill('12345');
  await page.getByRole('button', { name: 'Pay €18.00' }).click();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/Enter the 6 digits of the code/);
});

test('an unaccepted brand is refused by the server, and the form comes back', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({ method: 'card_brands' });
  await page.goto(order.pay_url);
  await payWith(page, { number: '378282246310005', code: '1234' });
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(
    'Not accepted here: use another card',
  );
});
