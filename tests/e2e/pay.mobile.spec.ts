import { CARDS, expect, expectPaid, payButton, PHONE, STAYS, test } from './fixtures.ts';

test.use(PHONE);

test('a shopper pays by touch on a small screen', async ({ page, openForm }) => {
  await openForm(STAYS);
  await page.getByLabel('Card number').tap();
  await page.keyboard.type(CARDS.approved);
  await page.getByLabel('Expiry date').tap();
  await page.keyboard.type('1239');
  await page.getByLabel('Security code').tap();
  await page.keyboard.type('123');
  await page.getByLabel('Name on card').tap();
  await page.keyboard.type('Anna Weber');
  await payButton(page).tap();
  await expectPaid(page);
});

test('the fields ask for the right keyboard and the right autofill', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({ customer: {} });
  await page.goto(order.pay_url);
  const fields = await page
    .locator('#card-form input')
    .evaluateAll((inputs) =>
      inputs.map((input) => [
        input.id,
        input.getAttribute('inputmode'),
        input.getAttribute('autocomplete'),
      ]),
    );
  expect(fields).toEqual([
    ['card-number', 'numeric', 'cc-number'],
    ['expiry-date', 'numeric', 'cc-exp'],
    ['security-code', 'numeric', 'cc-csc'],
    ['cardholder-name', null, 'cc-name'],
    ['email', 'email', 'email'],
  ]);
});

test('the form starts on the first screen', async ({ page, createOrder }) => {
  const order = await createOrder();
  await page.goto(order.pay_url);
  const box = await page.getByLabel('Card number').boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
});
