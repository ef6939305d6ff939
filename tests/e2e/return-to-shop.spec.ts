/** The way back to a shop on another origin, in the browsers that Playwright cannot drive here. */
import type { DrivenBrowser } from '../support/browsers/driven-browser.ts';
import { findFirefox, openFirefox } from '../support/browsers/firefox.ts';
import { findWebKit, openWebKit } from '../support/browsers/webkit.ts';
import { CARDS, expect } from './fixtures.ts';
import { test as base } from './order-fixtures.ts';

const BROWSERS = [
  { name: 'Firefox', packages: 'firefox-esr', find: findFirefox, start: openFirefox },
  { name: 'WebKit', packages: 'webkit2gtk-driver, xvfb', find: findWebKit, start: openWebKit },
];

const REPORT = 'content security policy';

interface TestFixtures {
  /** Starts a browser that ends with the test; skips the test where there is none. */
  startBrowser: (
    browser: (typeof BROWSERS)[number],
    settings: { javaScript: boolean },
  ) => Promise<DrivenBrowser>;
}

const test = base.extend<TestFixtures>({
  startBrowser: async ({}, use) => {
    const started: DrivenBrowser[] = [];
    await use(async ({ name, packages, find, start }, settings) => {
      const path = find();
      test.skip(path === undefined, `no ${name} here; Debian has it as ${packages}`);
      const browser = await start(path ?? '', settings);
      started.push(browser);
      return browser;
    });
    for (const browser of started) await browser.close();
  },
});

for (const browser of BROWSERS) {
  test(`${browser.name} comes back to the shop, and nothing was against the policy`, async ({
    app,
    shop,
    createOrder,
    startBrowser,
  }) => {
    const shopper = await startBrowser(browser, { javaScript: true });
    const logged = app.logs().length;
    const reports = () => app.logs().slice(logged).split(REPORT).length - 1;
    await shopper.open((await createOrder()).pay_url);
    // The page's scripts take the browser's own checks from the form.
    await pay(shopper, '#card-form[novalidate]');
    await expect.poll(() => shopper.address()).toBe(shop.returnUrls.success);

    // The one violation is ours: it shows that this browser would have reported others.
    await shopper.open((await createOrder()).pay_url);
    await shopper.run(`new Image().src = '${shop.url}/pixel'`);
    await expect.poll(reports).toBeGreaterThan(0);
    expect(reports(), app.logs().slice(logged)).toBe(1);
  });

  test(`${browser.name} comes back to the shop without JavaScript`, async ({
    shop,
    createOrder,
    startBrowser,
  }) => {
    const shopper = await startBrowser(browser, { javaScript: false });
    await shopper.open((await createOrder()).pay_url);
    await pay(shopper, '#card-form:not([novalidate])');
    await expect.poll(() => shopper.address()).toBe(shop.returnUrls.success);
  });
}

async function pay(shopper: DrivenBrowser, form: string): Promise<void> {
  await expect.poll(() => shopper.shows(form)).toBe(true);
  await shopper.type(`${form} [name=card_number]`, CARDS.approved);
  await shopper.type(`${form} [name=expiry]`, '1239');
  await shopper.type(`${form} [name=security_code]`, '123');
  await shopper.type(`${form} [name=cardholder_name]`, 'Anna Maria Weber');
  await shopper.click(`${form} button`);
}
