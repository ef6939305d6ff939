import { randomUUID } from 'node:crypto';

import { CARDS, expect, expectPaid, payButton, STAYS, test, typeCard } from './fixtures.ts';

const FORM = {
  card_number: CARDS.approved,
  expiry: '12 / 39',
  security_code: '123',
  cardholder_name: 'Anna Weber',
};

test('a paste of ten thousand characters leaves the form usable', async ({ page, openForm }) => {
  await openForm();
  await page.getByLabel('Card number').fill('4242-'.repeat(2000));
  await page.getByLabel('Expiry date').fill('1'.repeat(10_000));
  await page.getByLabel('Name on card').fill('A'.repeat(10_000));
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/Check the card number/);
  await expect(page.getByLabel('Name on card')).toHaveAccessibleDescription(/Enter the name/);
});

test('fields filled without a key press are understood', async ({ page, openForm }) => {
  await openForm(STAYS);
  await page.evaluate(() => {
    const values = {
      'card-number': '4242424242424242',
      'expiry-date': '2039-12',
      'security-code': '123',
      'cardholder-name': 'Anna Weber',
    };
    for (const [id, value] of Object.entries(values)) {
      const field = document.getElementById(id);
      if (!(field instanceof HTMLInputElement)) continue;
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 39');
  await payButton(page).click();
  await expectPaid(page);
});

test('fields filled without any event are sent as they are', async ({ page, openForm }) => {
  await openForm(STAYS);
  await page.evaluate(() => {
    for (const [id, value] of [
      ['card-number', '4242424242424242'],
      ['expiry-date', '12/2039'],
      ['security-code', '123'],
      ['cardholder-name', 'Anna Weber'],
    ] as const) {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  });
  await payButton(page).click();
  await expectPaid(page);
});

test('a form posted after paying shows the result', async ({ request, createOrder }) => {
  const order = await createOrder({ return_urls: {} });
  await request.post(order.pay_url, { form: FORM });
  const late = await request.post(order.pay_url, {
    form: { ...FORM, card_number: CARDS.hardDecline },
  });
  expect(late.url()).toContain(`/pay/${order.id}/status`);
  expect(await late.text()).toContain('Payment received');
});

test("an order's data is shown as text", async ({ page, createOrder }) => {
  const order = await createOrder({ reference_id: `A.=-${randomUUID()}` });
  await page.goto(`${order.pay_url}?lang=<script>alert(1)</script>&since=x&from=%00`);
  await expect(page.getByText(order.reference_id ?? '')).toBeVisible();
  await typeCard(page, { number: CARDS.approved });
});
