import { CARDS, expect, payButton, test, typeCard } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

test('an approved card leads back to the shop', async ({ page, shop, createOrder }) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await typeCard(page, { number: CARDS.approved });
  await payButton(page).click();
  await page.waitForURL(shop.returnUrls.success);
});

test('a slow bank is waited for', async ({ page, shop, createOrder }) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await typeCard(page, { number: CARDS.pending });
  await payButton(page).click();
  await expect(
    page.getByRole('heading', { name: 'Your bank is checking the payment' }),
  ).toBeVisible();
  await page.waitForURL(shop.returnUrls.success);
});

test('a soft decline shows the form again, with what happened and empty', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await typeCard(page, { number: CARDS.softDecline });
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('do not honor');
  await expect(page.getByLabel('Card number')).toHaveValue('');
});

test('wrong input is announced, and nothing typed comes back in the page', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  await typeCard(page, { number: '4242424242424241', code: '12' });
  await payButton(page).click();
  await expect(page.getByRole('group', { name: 'Check what you entered' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(
    'Check the card number: a digit is not right',
  );
  expect(await page.content()).not.toMatch(/4242\s?4242|Weber/);
});
