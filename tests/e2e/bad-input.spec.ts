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

test('a form posted twice is accepted once', async ({ request, app, createOrder }) => {
  const order = await createOrder({ return_urls: {} });
  const answers = await Promise.all(
    [FORM, FORM, FORM].map((form) => request.post(order.pay_url, { form, maxRedirects: 0 })),
  );
  expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303]);
  expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'SUCCESS' } });
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

test('the server validates by the same rules as the page', async ({ request, createOrder }) => {
  const order = await createOrder({ return_urls: {} });
  for (const [typed, said] of [
    [{ expiry: '13/39' }, 'Month from 01 to 12'],
    [{ expiry: '01/1999' }, 'Enter a future date'],
    [{ security_code: '12345' }, 'The code has 3 digits'],
    [{ cardholder_name: '４２４２ 4242 4242 4242' }, 'Enter the name, not the card number'],
    [{ cardholder_name: 'Anna\u0007' }, 'Enter the name as it is on the card'],
  ] as const) {
    const answer = await request.post(order.pay_url, { form: { ...FORM, ...typed } });
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain(said);
  }
  const form = { ...FORM, expiry: '1239', cardholder_name: 'علی\u200cرضا ג׳ון' };
  expect((await request.post(order.pay_url, { form, maxRedirects: 0 })).status()).toBe(303);
});

test('a form for an unknown order answers 404', async ({ request, app }) => {
  const answer = await request.post(`${app.url}/pay/${randomUUID()}`, { form: FORM });
  expect(answer.status()).toBe(404);
});

test('invalid browser data is refused, and no other hidden field is read', async ({
  request,
  createOrder,
}) => {
  const order = await createOrder({ return_urls: {} });
  const tampered = await request.post(order.pay_url, {
    form: { ...FORM, color_depth: '<script>', timezone: 'x' },
  });
  expect(tampered.status()).toBe(400);
  expect(await tampered.text()).toContain('This form cannot be accepted');
  const answer = await request.post(order.pay_url, {
    form: {
      ...FORM,
      device_channel: '01',
      order_id: randomUUID(),
      amount: '0.01',
      return_url: 'https://evil.example/',
    },
  });
  const page = await answer.text();
  expect(page).toContain('Payment received');
  expect(page).not.toContain('evil.example');
});

test('a body that is no form, or far too large, is refused, and the page still works', async ({
  request,
  createOrder,
}) => {
  const order = await createOrder();
  const json = await request.post(order.pay_url, { data: { card_number: CARDS.approved } });
  expect(json.status()).toBeGreaterThanOrEqual(400);
  expect(json.status()).toBeLessThan(500);
  const large = await request.post(order.pay_url, {
    form: { ...FORM, cardholder_name: 'A'.repeat(1_000_000) },
  });
  expect(large.status()).toBeGreaterThanOrEqual(400);
  expect((await request.get(order.pay_url)).status()).toBe(200);
});

test("an order's data is shown as text", async ({ page, createOrder }) => {
  const order = await createOrder({ reference_id: `A.=-${randomUUID()}` });
  await page.goto(`${order.pay_url}?lang=<script>alert(1)</script>&since=x&from=%00`);
  await expect(page.getByText(order.reference_id ?? '')).toBeVisible();
  await typeCard(page, { number: CARDS.approved });
});
