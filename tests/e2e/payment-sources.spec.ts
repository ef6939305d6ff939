import type { Page } from '@playwright/test';

import { LANGUAGES } from '../../src/lib/i18n/languages.ts';
import { expectNoViolationsInAnyTheme } from './axe.ts';
import { done } from '../support/process/operate.ts';
import { expect, test, withoutCookies } from './fixtures.ts';
import {
  actAsPayer,
  CODE,
  CPF,
  FIELDS,
  ORDERS,
  PAYS,
  PHONE_NUMBER,
  readQrCode,
  type Source,
} from './payment-sources.ts';

/** An amount in the sandbox whose three confirmations come a minute after the other. */
const CONFIRMED_SLOWLY = 101.33;

const SOURCES = Object.keys(ORDERS) as Source[];
const button = '#begin-form button';
const statusOf = (id: string) => new RegExp(`/pay/${id}/status`);

test.describe('BLIK', () => {
  test('a code is typed in groups, stays visible while the bank decides, and pays', async ({
    page,
    app,
    shop,
    createOrder,
  }) => {
    const order = await createOrder(ORDERS.BLIK);
    await page.goto(order.pay_url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay with BLIK');
    const code = page.getByLabel('BLIK code');
    await expect(code).not.toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'off');
    await code.pressSequentially('１２３456');
    await expect(code).toHaveValue('123 456');
    await page.getByRole('button', { name: 'Pay €18.00' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm in your bank’s app');
    await expect(page.getByText('123 456')).toBeVisible();
    expect(page.url()).not.toContain(CODE);
    await actAsPayer(app, order.id, 'approve');
    await page.waitForURL(shop.returnUrls.success);
    expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'SUCCESS' } });
  });

  test('an invalid code is refused at its field, and none of it comes back', async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder(ORDERS.BLIK);
    await page.goto(order.pay_url);
    const code = page.getByLabel('BLIK code');
    await code.fill('12345');
    await page.locator(button).click();
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription(/Enter the 6 digits of the code/);
    await code.fill('123456');
    await expect(code).not.toHaveAttribute('aria-invalid');
    for (const typed of ['', '12345a', '1'.repeat(10_000)]) {
      const answer = await page.request.post(order.pay_url, { form: { code: typed } });
      expect(answer.status()).toBe(422);
      const html = await answer.text();
      expect(html).toContain('Enter the 6 digits of the code');
      if (typed !== '') expect(html).not.toContain(typed);
    }
  });

  test('after a refusal another code pays', async ({ page, app, shop, createOrder }) => {
    const order = await createOrder(ORDERS.BLIK);
    await page.goto(order.pay_url);
    await page.getByLabel('BLIK code').fill(CODE);
    await page.locator(button).click();
    await page.waitForURL(statusOf(order.id));
    await actAsPayer(app, order.id, 'refuse');
    await expect(page.getByRole('alert')).toContainText('You declined it');
    await expect(page.getByRole('alert')).toContainText('Get a new code');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page).toHaveTitle(/^You declined it in your bank’s app · /);
    // A test code of the sandbox, approved at once.
    await page.getByLabel('Test codes').selectOption('Approved · 777 123');
    await expect(page.getByLabel('BLIK code')).toHaveValue('777 123');
    await page.locator(button).click();
    await page.waitForURL(shop.returnUrls.success);
  });
});

test.describe('a bank transfer', () => {
  test('begins when a person opens the page, but not when a program reads it', async ({
    page,
    app,
    createOrder,
  }) => {
    const order = await createOrder(ORDERS.P2P);
    expect((await page.request.get(order.pay_url)).status()).toBe(200);
    expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'CREATED' } });
    await page.goto(order.pay_url);
    await page.waitForURL(statusOf(order.id));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Send ₴1,250.00 from your bank',
    );
  });

  test('lets each detail be copied, and names the copied one', async ({
    page,
    context,
    createOrder,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const order = await createOrder(ORDERS.P2P);
    await page.goto(order.pay_url);
    await page.getByRole('button', { name: 'Copy IBAN' }).click();
    await expect(page.locator('#copied')).toHaveText('Copied: IBAN');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^UA\d{27}$/);
    const groups = copied.replaceAll(/(.{4})(?=.)/g, '$1 ');
    await expect(page.locator('#account-value .unseen')).toHaveText(groups);
    await page.getByRole('button', { name: 'Copy Amount' }).click();
    await expect(page.locator('#copied')).toHaveText('Copied: Amount');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1250.00');
  });

  test("reported as sent changes the page's text, and nothing else", async ({
    page,
    app,
    createOrder,
  }) => {
    const order = await createOrder(ORDERS.P2P);
    await page.goto(order.pay_url);
    const account = await page.locator('#account-value .unseen').textContent();
    await page.getByRole('button', { name: 'I have sent it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We are waiting for your transfer',
    );
    await expect(page.locator('#account-value .unseen')).toHaveText(account ?? '');
    const sent = await app.client.getPayin(order.id);
    expect(sent).toMatchObject({ value: { status: 'PROCESS_PENDING' } });
    // A returning shopper sees the same account.
    await page.goto(order.pay_url);
    await expect(page.locator('#account-value .unseen')).toHaveText(account ?? '');
  });

  test('reported as sent is not asked for again at the link without cookies either, until a part arrives', async ({
    page,
    app,
    createOrder,
  }) => {
    const order = await createOrder(ORDERS.P2P);
    await withoutCookies(page);
    await page.goto(`${order.pay_url}?lang=de`);
    const words = LANGUAGES.de.messages.transfer;
    await page.getByRole('button', { name: words.sent }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(words.sentAlready.title);
    // An answer to an earlier page may still set the language.
    await page.goto(`${order.pay_url}?lang=en`);
    await page.waitForURL(statusOf(order.id));
    await expect(heading).toHaveText('We are waiting for your transfer');
    await expect(page.getByRole('button', { name: 'I have sent it' })).toHaveCount(0);
    await actAsPayer(app, order.id, 'less');
    await expect(heading).toHaveText('Send ₴625.00 from your bank');
    await expect(page.getByRole('button', { name: 'I have sent it' })).toBeVisible();
  });

  test('of too little asks for the rest, which pays', async ({ page, app, shop, createOrder }) => {
    const order = await createOrder(ORDERS.P2P);
    await page.goto(order.pay_url);
    await page.waitForURL(statusOf(order.id));
    await actAsPayer(app, order.id, 'less');
    await expect(page.locator('#arrived')).toHaveText(
      '₴625.00 of ₴1,250.00 arrived. ₴625.00 is still missing.',
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send ₴625.00 from your bank');
    await expect(page.locator('header .amount')).toHaveText('₴625.00');
    await expect(page.locator('header')).toContainText('left of ₴1,250.00');
    await actAsPayer(app, order.id, 'less');
    await page.waitForURL(shop.returnUrls.success);
  });

  test('of too much says in its receipt what was received', async ({ page, app, createOrder }) => {
    const order = await createOrder({ ...ORDERS.P2P, return_urls: {} });
    await page.goto(order.pay_url);
    await page.waitForURL(statusOf(order.id));
    await actAsPayer(app, order.id, 'more');
    await expect(page.locator('#receipt')).toContainText('Received₴1,375.00');
  });

  test('that has expired tells where the money is', async ({ page, app, createOrder }) => {
    const nothing = await createOrder({ ...ORDERS.P2P, return_urls: {} });
    await done(app, 'payins cancel', { order: nothing.id });
    await page.goto(nothing.pay_url);
    await expect(page.getByText('Do not send any money for it now.')).toBeVisible();
    await expect(page.locator('#receipt')).toHaveCount(0);

    const part = await createOrder({ ...ORDERS.P2P, return_urls: {} });
    await page.goto(part.pay_url);
    await page.waitForURL(statusOf(part.id));
    await actAsPayer(app, part.id, 'less');
    await expect(page.locator('#arrived')).toBeVisible();
    expect(await app.client.triggerExpiry({ payin_id: part.id })).toMatchObject({ ok: true });
    await expect(page.getByRole('heading', { name: 'This payment has expired' })).toBeVisible();
    await expect(page.getByText('Only ₴625.00 of ₴1,250.00 arrived in time.')).toBeVisible();
  });
});

test("Pix asks for a CPF, and shows a code that a bank's app can read", async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder(ORDERS.PIX);
  await page.goto(order.pay_url);
  const cpf = page.getByLabel('CPF');
  await cpf.fill('529.982.247-26');
  await page.locator(button).click();
  await expect(cpf).toHaveAccessibleDescription(/one of its digits is not right/);
  await cpf.fill(CPF);
  await page.locator(button).click();
  await page.waitForURL(statusOf(order.id));
  const code = await page.locator('#code-value').innerText();
  expect(await readQrCode(page.locator('#qr-code'))).toBe(code);
  await expect(page.locator('#countdown')).toHaveText(/^Time left to pay: \d+:\d\d$/);
  await actAsPayer(app, order.id, 'exact');
  await page.waitForURL(shop.returnUrls.success);
});

test('a crypto address is shown as QR code and text, with its network and confirmations', async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder(ORDERS.CRYPTO);
  await page.goto(order.pay_url);
  await page.waitForURL(statusOf(order.id));
  const address = await page.locator('#copy-address').getAttribute('data-copy');
  expect(address).toMatch(/^T[1-9A-Za-z]{33}$/);
  expect(await readQrCode(page.locator('#qr-code'))).toBe(address);
  await expect(page.locator('#warning')).toContainText(
    'Anything else sent to this address is lost',
  );
  await actAsPayer(app, order.id, 'exact');
  await page.waitForURL(shop.returnUrls.success);
});

// Apart: the first confirmation comes after a minute.
const SEEN = { tag: '@apart' };
test(
  'crypto that the network has seen says so, and shows nothing to send to',
  SEEN,
  async ({ page, createOrder }) => {
    const order = await createOrder({ ...ORDERS.CRYPTO, amount: CONFIRMED_SLOWLY });
    await page.request.post(order.pay_url, { form: {} });
    await page.goto(`${order.pay_url}/status`);
    await expect(page.getByRole('status').and(page.locator('h1'))).toHaveText(
      'We see your payment: 1 of 3 confirmations.',
    );
    await expect(page.getByText('Do not send again.')).toBeVisible();
    await expect(page.locator('#qr-code, #copy-address, #countdown')).toHaveCount(0);
  },
);

for (const [source, wayOut, field] of [
  ['BLIK', 'Enter another code', 'BLIK code'],
  ['PHONE', 'Wrong number?', 'Phone number'],
] as const) {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without';
    // Apart: the time to confirm in a bank's app is two minutes.
    const details = source === 'BLIK' ? { tag: '@apart' } : {};
    test.describe(`${source} ${how} a script`, details, () => {
      test.use({ javaScriptEnabled });

      test('has a way out of waiting, to another payment that is the only one', async ({
        page,
        app,
        shop,
        createOrder,
      }) => {
        const customer = { phone: PHONE_NUMBER.replaceAll(' ', '') };
        const order = await createOrder({ ...ORDERS[source], customer });
        const [name, value] = FIELDS[source] ?? ['', ''];
        await page.request.post(order.pay_url, { form: { [name]: value } });
        await page.goto(`${order.pay_url}/status`);
        await expect(page.locator('#countdown')).toHaveText(/^Time left to pay: \d:\d\d$/);
        const button = page.getByRole('button', { name: wayOut });
        if (source === 'BLIK') {
          await expect(button).toHaveCount(0);
        } else {
          await expect(page.locator('.typed bdi')).toHaveText('+•••••••5678');
        }
        await button.click();
        await page.getByLabel(field).fill(value);
        await page.locator('#begin-form button').click();
        await page.waitForURL(statusOf(order.id));
        await actAsPayer(app, order.id, 'approve');
        await page.waitForURL(shop.returnUrls.success);
      });
    });
  }
}

test('a phone number is asked for if the order has none', async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const customer = { phone: PHONE_NUMBER.replaceAll(' ', '') };
  const known = await createOrder({ ...ORDERS.PHONE, customer });
  await page.goto(known.pay_url);
  await expect(page.getByText('5678')).toBeVisible();
  await expect(page.getByLabel('Phone number')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('512');

  const order = await createOrder(ORDERS.PHONE);
  await page.goto(order.pay_url);
  await page.getByLabel('Phone number').fill('512 345 678');
  await page.locator(button).click();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/country code/);
  await page.getByLabel('Phone number').fill(PHONE_NUMBER);
  await page.locator(button).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approve on your phone');
  await actAsPayer(app, order.id, 'approve');
  await page.waitForURL(shop.returnUrls.success);
});

test('one poll without an answer ends nothing', async ({ page, app, shop, createOrder }) => {
  const order = await createOrder(ORDERS.P2P);
  await page.goto(order.pay_url);
  await page.waitForURL(statusOf(order.id));
  let failed = 0;
  await page.route('**/state', async (route) => {
    failed += 1;
    if (failed === 1) await route.abort();
    else await route.continue();
  });
  await expect.poll(() => failed).toBeGreaterThan(1);
  await actAsPayer(app, order.id, 'exact');
  await page.waitForURL(shop.returnUrls.success);
});

test('the demo shop sells by each source', async ({ page, app }) => {
  for (const [good, heading] of [
    ['notebook', 'Pay by card'],
    ['ink', 'Pay with BLIK'],
    ['paper', 'Pay by bank transfer'],
    ['globe', 'Pay with cryptocurrency'],
    ['postcards', 'Pay with Pix'],
    ['stamps', 'Pay by phone'],
  ] as const) {
    const bought = await page.request.post(`${app.url}/shop`, { form: { good } });
    expect(await bought.text(), good).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
  }
});

test('the ribbon leads to the simulated payer, whose actions a program may use too', async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder(ORDERS.P2P);
  await page.goto(order.pay_url);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Act as the payer' }).click();
  const bank = await opened;
  await expect(bank.getByRole('button')).toHaveText([
    'Approve',
    'Send less',
    'Send more',
    'Send it twice',
    'Send it when its time is over',
    'Refuse',
  ]);
  await bank.getByRole('button', { name: 'Send less' }).click();
  await expect(bank.getByText('Sent so far: ₴625.00 of ₴1,250.00.')).toBeVisible();
  await expect(page.locator('#arrived')).toBeVisible();
  const form = { do: 'less' };
  expect((await page.request.post(`${app.url}/bank/${order.id}`, { form })).status()).toBe(200);
  await page.waitForURL(shop.returnUrls.success);
});

test('the ribbon is one line on a phone, in every language', async ({ page, createOrder }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const card = await createOrder();
  const transfer = await createOrder(ORDERS.P2P);
  await page.request.post(transfer.pay_url, { form: {} });
  const ribbon = page.locator('aside');
  for (const language of Object.keys(LANGUAGES)) {
    for (const address of [card.pay_url, `${transfer.pay_url}/status`]) {
      await page.goto(`${address}?lang=${language}`);
      await expect(ribbon.locator('a, select')).toBeVisible();
      const middles = await ribbon.locator(':scope > :not(script)').evaluateAll((parts) =>
        parts.map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return Math.round((top + bottom) / 2);
        }),
      );
      expect(new Set(middles).size, `${language} ${address}`).toBe(1);
      expect((await ribbon.boundingBox())?.height, `${language} ${address}`).toBeLessThan(60);
    }
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  // A form with a field, whose page reloads every three seconds, and one without, with instructions to read.
  for (const source of ['BLIK', 'P2P'] as const) {
    test(`${source} is paid by a form and a page that comes anew`, async ({
      page,
      app,
      shop,
      createOrder,
    }) => {
      const order = await createOrder(ORDERS[source]);
      await page.goto(order.pay_url);
      const [name, value] = FIELDS[source] ?? [];
      if (name !== undefined && value !== undefined) {
        await page.locator(`#begin-form [name=${name}]`).fill(value);
      }
      await page.locator(button).click();
      await page.waitForURL(statusOf(order.id));
      await expect(page.locator('#progress')).toBeAttached();
      await actAsPayer(app, order.id, PAYS[source]);
      if (source === 'P2P') {
        const isPaid = { value: { status: 'SUCCESS' } };
        await expect.poll(() => app.client.getPayin(order.id)).toMatchObject(isPaid);
        await page.getByRole('link', { name: 'Reload this page' }).click();
      }
      await page.waitForURL(shop.returnUrls.success);
    });
  }
});

test.describe('on a screen of 320 pixels, from right to left', () => {
  test.use({ locale: 'ar', viewport: { width: 320, height: 640 } });

  for (const source of SOURCES) {
    test(`${source} fits, and axe finds nothing`, async ({ page, createOrder }) => {
      const order = await createOrder(ORDERS[source]);
      // In a hidden tab no form is submitted automatically.
      await page.addInitScript(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      });
      await page.goto(order.pay_url);
      await expectFits(page);
      await expectNoViolationsInAnyTheme(page);
      const [name, value] = FIELDS[source] ?? ['', ''];
      await page.request.post(order.pay_url, { form: { [name]: value } });
      await page.goto(`${order.pay_url}/status`);
      await expect(page.locator('.instructions')).toBeVisible();
      await expectFits(page);
      await expectNoViolationsInAnyTheme(page);
    });
  }
});

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}
