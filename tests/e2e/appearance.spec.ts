import { ORDERS, readQrCode } from './payment-sources.ts';
import { CARDS, expect, expectPaid, payWith, STAYS, test } from './fixtures.ts';

/** Returns, for each place on the page with an amount, whether the currency is left or right of the number. */
function sidesOfCurrency(currency: string): string[] {
  const sides: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const text = node.textContent ?? '';
    const digit = text.search(/\d[.,٫]\d/);
    const symbol = text.indexOf(currency);
    if (digit < 0 || symbol < 0 || node.parentElement?.closest('script, style')) continue;
    const left = (start: number) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + 1);
      return range.getBoundingClientRect().left;
    };
    sides.push(left(symbol) < left(digit) ? 'left' : 'right');
  }
  return sides;
}

test('an amount runs in one direction everywhere on a page from right to left', async ({
  page,
  createOrder,
}) => {
  const card = await createOrder(STAYS);
  await page.goto(`${card.pay_url}?lang=ar`);
  const onForm = await page.evaluate(sidesOfCurrency, '€');
  expect(onForm.length).toBeGreaterThan(2);
  expect(new Set(onForm)).toEqual(new Set(['left']));
  const crypto = await createOrder({ ...STAYS, ...ORDERS.CRYPTO });
  await page.goto(`${crypto.pay_url}?lang=ar`);
  await page.waitForURL(/status/);
  const inInstructions = await page.evaluate(sidesOfCurrency, 'USDT');
  expect(inInstructions.length).toBeGreaterThan(2);
  expect(new Set(inInstructions)).toEqual(new Set(['left']));
});

test('the head has the name and the amount in two lines on the narrowest phone, whatever their length', async ({
  page,
  createOrder,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const amount of [1, 9_999.99]) {
    await page.goto((await createOrder({ ...STAYS, amount })).pay_url);
    const name = await page.locator('header .merchant').boundingBox();
    const shown = await page.locator('header .amount').boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual((name?.y ?? 999) + (name?.height ?? 0));
    expect(shown?.x).toBe(name?.x);
  }
});

test('what is bought stands under the amount as text, whole on the narrowest phone, in its own direction', async ({
  page,
  createOrder,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const markup = `<b>&amp;</b> ${'Schreibtischleuchte'.repeat(12)}`;
  for (const text of [markup, 'مصباح مكتب, 2', '書籍'.repeat(127)]) {
    const { pay_url: url } = await createOrder({ ...STAYS, description: text });
    for (const language of ['en', 'ar']) {
      await page.goto(`${url}?lang=${language}`);
      const shown = page.locator('header bdi', { hasText: text });
      await expect(shown).toHaveText(text);
      expect(await shown.evaluate((own) => getComputedStyle(own).unicodeBidi)).toBe('isolate');
      const box = await shown.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
      expect(box?.y).toBeGreaterThan((await page.locator('.amount').boundingBox())?.y ?? 999);
    }
  }
  const paid = await createOrder({ ...STAYS, description: 'Two books' });
  await page.goto(`${paid.pay_url}?lang=en`);
  await payWith(page, { number: CARDS.approved });
  await expectPaid(page);
  await expect(page.getByText('Two books')).toBeVisible();
});

test('on a wide screen the form is at most 26 rem wide, and begins at the top of the order', async ({
  page,
  openForm,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openForm();
  const [order, form] = await page
    .locator('header .merchant, main h1')
    .evaluateAll((starts) => starts.map((start) => start.getBoundingClientRect()));
  expect(form).toMatchObject({ width: 416, top: order?.top });
});

test('with forced colours a warning has a border, and the QR code its own white', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({ ...STAYS, ...ORDERS.CRYPTO });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto(order.pay_url);
  const warning = page.locator('#warning');
  await expect(warning).toHaveCSS('border-top-style', 'solid');
  await expect(warning).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  const drawing = page.locator('#qr-code');
  await expect(drawing.locator('rect')).toHaveCSS('fill', 'rgb(255, 255, 255)');
  await expect(drawing.locator('path')).toHaveCSS('stroke', 'rgb(0, 0, 0)');
  expect(await readQrCode(drawing)).toBe(
    await page.locator('#copy-address').getAttribute('data-copy'),
  );
});

test('print shows no buttons', async ({ page, openForm, createOrder }) => {
  const buttons = page.locator('button, .button, select, summary').filter({ visible: true });
  await openForm(STAYS);
  await expect(buttons).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(buttons).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await payWith(page, { number: CARDS.approved });
  await expectPaid(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#receipt')).toBeVisible();
  await expect(buttons).toHaveCount(0);
  const transfer = await createOrder({ ...STAYS, ...ORDERS.P2P });
  await page.goto(transfer.pay_url);
  await expect(page.locator('#account-value')).toBeVisible();
  await expect(buttons).toHaveCount(0);
});
