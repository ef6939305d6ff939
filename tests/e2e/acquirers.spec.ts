import type { Page } from '@playwright/test';

import { expectNoViolationsInAnyTheme } from './axe.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  payButton,
  payWith,
  STAYS,
  test,
} from './fixtures.ts';

// The acquirers behind the program are started once.
test.describe.configure({ mode: 'default' });

const NO_FUNDS = '4000000000009995';
/** A stand-in's own message for such a card. */
const PROVIDERS_WORDS = /insufficient funds\.|Not enough balance/;

async function pay(page: Page, number: string) {
  await payWith(page, { number });
}

/** Serves an issuer's page on another site, which sends the shopper back as issuers do. */
function playIssuer(
  page: Page,
  returnUrl: string,
  by: 'get' | 'post',
  answer: (url: string) => Record<string, string>,
) {
  return page.route(
    /^https:\/\/(hooks\.stripe|checkoutshopper-test\.adyen)\.test\//,
    async (route) => {
      const fields = Object.entries(answer(route.request().url())).map(
        ([name, value]) => `<input name="${name}" value="${value}">`,
      );
      const body = `<form method="${by}" action="${returnUrl}">${fields.join('')}<button>Yes, it is me</button></form>`;
      await route.fulfill({ contentType: 'text/html', body });
    },
  );
}

for (const [javaScriptEnabled, by, name] of [
  [true, 'get', 'adyen'],
  [false, 'post', 'stripe'],
] as const) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test(`${name}: a decline says why, and a challenge that is answered comes back by ${by} and pays`, async ({
      page,
      app,
      acquirers,
      createOrder,
    }) => {
      const order = await createOrder({
        ...STAYS,
        merchant_gate_method_id: acquirers.methods[name],
      });
      const ownAddresses: string[] = [];
      page.on('framenavigated', (frame) => {
        if (frame.url().startsWith(app.url)) ownAddresses.push(frame.url());
      });
      const answered: string[] = [];
      await playIssuer(page, `${order.pay_url}/status`, by, (url) => {
        const members = acquirers[name].answerChallenge(url, 'approve');
        answered.push(...Object.values(members));
        return { ...members, unknown: 'of somebody else' };
      });
      await page.goto(order.pay_url);
      await pay(page, NO_FUNDS);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('There is not enough money on this card.');
      await expect(page.locator('body')).not.toContainText(PROVIDERS_WORDS);
      await pay(page, CARDS.challenge);
      await page.getByRole('button', { name: 'Yes, it is me' }).click();
      await expectPaid(page);
      expect(answered).not.toEqual([]);
      for (const secret of answered) {
        expect(ownAddresses.join(' ')).not.toContain(encodeURIComponent(secret));
        expect(app.logs()).not.toContain(secret);
      }
    });

    test('an e-mail or a telephone number has to be given where neither is known', async ({
      page,
      acquirers,
      createOrder,
    }) => {
      const merchant_gate_method_id = acquirers.methods.stripe;
      const order = await createOrder({ ...STAYS, merchant_gate_method_id, customer: {} });
      await page.goto(order.pay_url);
      const email = page.getByLabel('Email', { exact: true });
      const phone = page.getByLabel('Phone number', { exact: true });
      await expect(email).toBeVisible();
      await expect(phone).toBeVisible();
      if (javaScriptEnabled) await expectNoViolationsInAnyTheme(page);
      await pay(page, CARDS.approved);
      await expect(page.locator('#email-note')).toHaveText('Enter an email or a phone number');
      await expect(page.locator('#summary-title')).toBeVisible();
      if (javaScriptEnabled) await expectNoViolationsInAnyTheme(page);
      expect(page.url()).toBe(order.pay_url);
      await fillCard(page, { number: CARDS.approved });
      await phone.fill('0048 512 345');
      await email.fill('anna@');
      await payButton(page).click();
      await expect(page.locator('#email-note')).toHaveText(/name@example\.com/);
      await fillCard(page, { number: CARDS.approved });
      await email.fill('');
      await phone.fill('512 345 678');
      await payButton(page).click();
      await expect(page.locator('#phone-note')).toHaveText(/country code/);
      if (javaScriptEnabled) await expectNoViolationsInAnyTheme(page);
      await fillCard(page, { number: CARDS.approved });
      await phone.fill('0048 (512) 345-678');
      await payButton(page).click();
      await expectPaid(page);
      const phones = acquirers.stripe.forms.map((form) => form.get('billing_details[phone]'));
      expect(phones).toContain('+48512345678');
    });
  });
}

test('an acquirer with this API: a decline names the reason, and a challenge at its bank pays', async ({
  page,
  acquirers,
  createOrder,
}) => {
  const order = await createOrder({
    ...STAYS,
    merchant_gate_method_id: acquirers.methods.upstream,
  });
  await page.goto(order.pay_url);
  await pay(page, NO_FUNDS);
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await pay(page, CARDS.challenge);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectPaid(page);
});
