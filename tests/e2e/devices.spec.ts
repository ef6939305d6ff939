import { randomUUID } from 'node:crypto';
import { LANGUAGE_NAMES } from '../../src/lib/i18n/languages.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  payButton,
  payWith,
  STAYS,
  test,
  untilAlive,
  untilPaid,
} from './fixtures.ts';

/** Screen widths with text sizes in percent, from the narrowest screens to the largest text. */
const SCREENS = [
  [280, 100],
  [280, 200],
  [320, 150],
  [375, 100],
  [375, 200],
] as const;

test('no language scrolls sideways on the narrowest screen or with the largest text, with everything unfolded', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder({
    customer: {},
    amount: 1249.5,
    reference_id: longestReference(),
  });
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    await page.goto(`${order.pay_url}?lang=${language}`);
    await untilAlive(page);
    await page.evaluate(unfoldAll);
    await expect(page.locator('#summary-title')).toBeVisible();
    for (const [width, percent] of SCREENS) {
      await page.setViewportSize({ width, height: 700 });
      const scrolled = await page.evaluate(overflowAt, percent);
      expect.soft(scrolled, `${language}, ${width} px, text at ${percent} %`).toEqual([]);
    }
  }
});

/** Runs in the page: opens everything that can be opened, and the summary of all errors. */
function unfoldAll(): void {
  for (const details of document.querySelectorAll('details')) details.open = true;
  document.querySelector<HTMLButtonElement>('#card-form button')?.click();
}

/** Runs in the page. @returns the page's width if it overflows, also with the text spacing of WCAG 1.4.12 */
function overflowAt(percent: number): string[] {
  document.documentElement.style.fontSize = `${percent}%`;
  return ['normal', '0.12em'].flatMap((spacing) => {
    document.body.style.letterSpacing = spacing;
    document.body.style.wordSpacing = spacing;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > clientWidth + 1;
    });
    return [
      `spacing ${spacing}: ${beyond.map(({ outerHTML }) => outerHTML.slice(0, 60)).join(' ')}`,
    ];
  });
}

/** Returns a unique reference of 255 characters: a worker's tests share its merchant. */
function longestReference(): string {
  return randomUUID().padEnd(255, 'R');
}

test('the longest reference leaves the form on a phone’s first screen', async ({
  page,
  createOrder,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const order = await createOrder({ reference_id: longestReference() });
  await page.goto(order.pay_url);
  const field = await page.getByLabel('Card number').boundingBox();
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(640);
});

test('a device clock that is years off does not make a card expired', async ({
  page,
  createOrder,
}) => {
  await page.clock.setSystemTime('2051-06-01');
  const order = await createOrder(STAYS);
  await page.goto(order.pay_url);
  await untilAlive(page);
  await payWith(page, { number: CARDS.approved, expiry: '12 / 39' });
  await expectPaid(page);
});

test('a browser that wrongly reports to be offline pays at the second tap', async ({
  page,
  openForm,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
  });
  await openForm(STAYS);
  await payWith(page, { number: CARDS.approved });
  await expect(page.getByRole('alert')).toContainText('You are offline');
  await payButton(page).click();
  await expectPaid(page);
});

test('another language without a connection keeps the page and the input', async ({
  page,
  context,
  openForm,
}) => {
  await openForm();
  await fillCard(page, { number: CARDS.approved });
  await page.locator('footer summary').click();
  await context.setOffline(true);
  await page.locator('footer [lang=de]').click();
  await expect(page.getByRole('alert')).toContainText('You are offline');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await context.setOffline(false);
  await page.locator('footer [lang=de]').click();
  await expect(page.locator('html[lang=de] #card-number')).toHaveValue('4242 4242 4242 4242');
});

test('a waiting page whose poll is never answered polls again', async ({
  page,
  app,
  createOrder,
}) => {
  const order = await createOrder(STAYS);
  let asked = 0;
  await page.clock.install();
  await page.route('**/state*', async (route) => {
    asked += 1;
    // The first poll is never answered.
    if (asked > 1) await route.continue();
  });
  await page.goto(order.pay_url);
  await payWith(page, { number: CARDS.pending });
  await expect(page.getByRole('heading', { name: 'Your bank is checking' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect.poll(() => asked).toBe(1);
  await untilPaid(app, order.id);
  await page.clock.runFor(10_000);
  await expectPaid(page);
});
