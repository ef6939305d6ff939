/** The main scenarios of a payment, in the browsers that Playwright cannot drive here. */
import {
  findFirefox,
  findWebKit,
  openFirefox,
  openWebKit,
  type DrivenBrowser,
} from './driven-browsers.ts';
import { CARDS, expect, test as base } from './fixtures.ts';

const BROWSERS = [
  { name: 'Firefox', packages: 'firefox-esr', find: findFirefox, start: openFirefox },
  { name: 'WebKit', packages: 'webkit2gtk-driver, xvfb', find: findWebKit, start: openWebKit },
];

const REPORT = 'content security policy';

/** A browser, and helpers for its payments. */
interface Payment {
  shopper: DrivenBrowser;
  /** Opens a new order and waits until its form is stable. */
  openForm: (amount?: number) => Promise<void>;
  comesToShop: () => Promise<void>;
}

/** The form once the page's scripts have disabled the browser's own validation. */
const WITH_SCRIPTS = '#card-form[novalidate]';
const WITHOUT_SCRIPTS = '#card-form:not([novalidate])';

interface TestFixtures {
  /** Starts a browser for the test; skips the test if there is none. */
  preparePayment: (
    browser: (typeof BROWSERS)[number],
    settings: { javaScript: boolean },
  ) => Promise<Payment>;
}

const test = base.extend<TestFixtures>({
  preparePayment: async ({ shop, createOrder }, use) => {
    const started: DrivenBrowser[] = [];
    await use(async ({ name, packages, find, start }, settings) => {
      const path = find();
      test.skip(path === undefined, `no ${name} here; Debian has it as ${packages}`);
      const shopper = await start(path ?? '', settings);
      started.push(shopper);
      const form = settings.javaScript ? WITH_SCRIPTS : WITHOUT_SCRIPTS;
      return {
        shopper,
        openForm: async (amount = 12.5) => {
          await shopper.open((await createOrder({ amount })).pay_url);
          await sees(shopper, form);
        },
        comesToShop: () => expect.poll(() => shopper.address()).toBe(shop.returnUrls.success),
      };
    });
    for (const browser of started) {
      // Playwright takes screenshots only of its own browser.
      if (test.info().errors.length > 0) process.stdout.write(await describeShown(browser));
      await browser.close();
    }
  },
});

// One start for all steps, since starting a browser takes as long as most of them.
for (const browser of BROWSERS) {
  test(
    `${browser.name} pays after mistakes, a decline, a wait and a challenge, and nothing is against the policy`,
    { tag: '@apart' },
    async ({ app, shop, preparePayment }) => {
      const payment = await preparePayment(browser, { javaScript: true });
      const { shopper, openForm, comesToShop } = payment;
      const logged = app.logs().length;
      const reports = () => app.logs().slice(logged).split(REPORT).length - 1;

      await test.step('an empty form tells all mistakes, and leads to them', async () => {
        await openForm();
        await shopper.click('#card-form button');
        await sees(shopper, '#summary:focus');
        expect(await shopper.text('#summary')).toMatch(
          /Enter your card number[^]*expiry date[^]*the code[^]*name on the card/,
        );
        await shopper.click('#summary [href="#expiry-date"]');
        await sees(shopper, '#expiry-date:focus[aria-invalid]');
        expect(await shopper.text('#expiry-date-note')).toBe('Enter the expiry date');
      });

      await test.step('another language keeps what was typed', async () => {
        await typeCard(shopper, CARDS.softDecline);
        await shopper.click('footer summary');
        await shopper.click('footer [lang=de]');
        await sees(shopper, `html[lang=de] ${WITH_SCRIPTS}`);
        expect(await shopper.text('h1')).toBe('Mit Karte bezahlen');
        expect(await typedIn(shopper)).toEqual(typed('4000 0000 0000 0002', '123'));
      });

      await test.step('a decline keeps all but the code, and another card pays', async () => {
        await shopper.click('#card-form button');
        await sees(shopper, '#notice:focus');
        expect(await shopper.text('#notice')).toContain('Ihre Karte wurde abgelehnt');
        expect(await typedIn(shopper)).toEqual(typed('4000 0000 0000 0002', ''));
        await shopper.type('#card-number', CARDS.approved);
        await shopper.type('#security-code', '123');
        await shopper.click('#card-form button');
        await comesToShop();
      });

      await payAfterWait(payment);
      await payByChallenge(payment);

      await test.step('nothing was against the policy', async () => {
        // The only violation is provoked here, which shows that this browser would have reported others.
        await openForm();
        await shopper.run(`new Image().src = '${shop.url}/pixel'`);
        await expect.poll(reports).toBeGreaterThan(0);
        expect(reports(), app.logs().slice(logged)).toBe(1);
      });
    },
  );

  test(
    `${browser.name} pays after a decline, a wait and a challenge without JavaScript`,
    { tag: '@apart' },
    async ({ preparePayment }) => {
      const payment = await preparePayment(browser, { javaScript: false });
      const { shopper, openForm, comesToShop } = payment;

      await test.step('a decline shows the form again, and another card pays', async () => {
        await openForm();
        await pay(shopper, CARDS.softDecline);
        await sees(shopper, '#notice:not([hidden])');
        expect(await shopper.text('#notice')).toContain('Your card was declined');
        await pay(shopper, CARDS.approved);
        await comesToShop();
      });

      await payAfterWait(payment);
      await payByChallenge(payment, '#leave button');
    },
  );
}

/** An amount whose hundredths are the seconds that the bank takes to decide. */
const DECIDED_AFTER_9_S = 102.09;

async function payAfterWait(payment: Payment): Promise<void> {
  await test.step('a bank that takes its time is waited for', async () => {
    const { shopper, openForm, comesToShop } = payment;
    await openForm(DECIDED_AFTER_9_S);
    await pay(shopper, CARDS.approved);
    await sees(shopper, 'h1 .spinner');
    await comesToShop();
  });
}

/** @param comeBack the element to click if the bank's page cannot redirect back */
async function payByChallenge(payment: Payment, comeBack?: string): Promise<void> {
  await test.step('a challenge that is approved pays', async () => {
    const { shopper, openForm, comesToShop } = payment;
    await openForm();
    await pay(shopper, CARDS.challenge);
    for (const button of ['[formaction="?/approve"]', ...(comeBack ? [comeBack] : [])]) {
      await sees(shopper, button);
      await shopper.click(button);
    }
    await comesToShop();
  });
}

async function describeShown(browser: DrivenBrowser): Promise<string> {
  const text = await browser.text('body').catch(String);
  return `Shown at ${await browser.address().catch(String)}: ${text}\n`;
}

async function sees(shopper: DrivenBrowser, selector: string): Promise<void> {
  await expect.poll(() => shopper.shows(selector), selector).toBe(true);
}

const NAME = 'Anna Maria Weber';

async function typeCard(shopper: DrivenBrowser, number: string): Promise<void> {
  await shopper.type('[name=card_number]', number);
  await shopper.type('[name=expiry]', '1239');
  await shopper.type('[name=security_code]', '123');
  await shopper.type('[name=cardholder_name]', NAME);
}

async function pay(shopper: DrivenBrowser, number: string): Promise<void> {
  await typeCard(shopper, number);
  await shopper.click('#card-form button');
}

function typed(number: string, code: string) {
  return { number, expiry: '12 / 39', code, name: NAME };
}

async function typedIn(shopper: DrivenBrowser): Promise<ReturnType<typeof typed>> {
  return {
    number: await shopper.value('#card-number'),
    expiry: await shopper.value('#expiry-date'),
    code: await shopper.value('#security-code'),
    name: await shopper.value('#cardholder-name'),
  };
}
