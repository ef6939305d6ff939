import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../support/network/listen.ts';

import { verifyRequest, type SignatureProfile } from '#contract/signature/signature.ts';

import { startProgram, type RunningApp } from '../support/process/app.ts';
import { CARDS, expect, payWith, test } from './fixtures.ts';

const KEY_ID = '7f1b0a30-5c1d-4b7e-9d6b-0c6a2f1e9b55';
const SECRET = Buffer.from('a secret of another deployment').toString('base64');
const PROFILE: SignatureProfile = {
  template: '{timestamp}.{method}.{path}.{body}',
  hash: 'sha512',
  encoding: 'base64',
  key: 'base64',
};

const FORM = {
  card_number: CARDS.approved,
  expiry: '12 / 39',
  security_code: '123',
  cardholder_name: 'Anna Weber',
};

/** Starts the page alone, in front of another deployment. */
function startPage(url: string, keyId: string, secret: string, more: Record<string, string> = {}) {
  return startProgram({
    ORDERS_API_URL: url,
    ORDERS_API_KEY_ID: keyId,
    ORDERS_API_SECRET: secret,
    PAGE_MERCHANT_NAME: 'Nordlicht Optik',
    PAGE_ACCENT: '#3b5bdb',
    ...more,
  });
}

test('the page alone takes payments for a service in another process', async ({
  page,
  app,
  shop,
  createOrder,
}) => {
  const order = await createOrder();
  const alone = await startPage(app.url, app.sandbox.api_key_id, app.sandbox.api_secret);
  await page.goto(`${alone.url}/pay/${order.id}`);
  await payWith(page, { number: CARDS.approved });
  await page.waitForURL(shop.returnUrls.success);
  // The API's documentation is served by the service, not by the page.
  expect((await fetch(`${alone.url}/docs`)).status).toBe(404);
  expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'SUCCESS' } });
  await alone.stop();
});

test.describe('the page alone, in front of another deployment', () => {
  // One program for all these tests.
  test.describe.configure({ mode: 'default' });
  let deployment: Deployment;
  let alone: RunningApp;
  test.beforeAll(async ({ shop }) => {
    deployment = await startDeployment(shop.returnUrls.success);
    alone = await startPage(`${deployment.url}/gateway`, KEY_ID, SECRET, {
      ORDERS_API_SIGNATURE: JSON.stringify(PROFILE),
    });
  });
  test.beforeEach(() => deployment.begin());
  test.afterAll(async () => {
    await alone.stop();
    await deployment.stop();
  });

  test('signs as the other deployment requires, and needs only the documented API', async ({
    page,
    shop,
  }) => {
    await page.goto(`${alone.url}/pay/${randomUUID()}`);
    await expect(page.getByText('Nordlicht Optik', { exact: true })).toBeVisible();
    await payWith(page, { number: CARDS.approved });
    await page.waitForURL(shop.returnUrls.success);
    expect(deployment.unsigned()).toBe(0);
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`waits for a deployment that works on under CREATED, and sends no second card, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
      browser,
      shop,
    }) => {
      const page = await browser.newPage({ javaScriptEnabled });
      const url = `${alone.url}/pay/${randomUUID()}`;
      deployment.say({ status: 'CREATED', provider_error_message: '' });
      await page.goto(url);
      await expect(page.getByRole('alert')).toBeHidden();
      await payWith(page, { number: CARDS.approved });
      await expect(page.getByRole('heading', { name: 'Your bank is checking' })).toBeVisible();
      // Neither going back nor posting a form from elsewhere sends a second card.
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Your bank is checking' })).toBeVisible();
      const again = await page.request.post(url, { form: FORM, maxRedirects: 0 });
      expect(again.headers()['location']).toContain('/status?since=');
      expect(deployment.cards()).toBe(1);

      deployment.say({ status: 'CREATED', provider_error_message: 'Do not honour' });
      await expect(page.getByRole('alert')).toContainText('Your card was declined');
      await payWith(page, { number: CARDS.approved });
      await expect(page.getByRole('heading', { name: 'Your bank is checking' })).toBeVisible();
      expect(deployment.cards()).toBe(2);
      deployment.say({ status: 'SUCCESS' });
      await page.waitForURL(shop.returnUrls.success);
      await page.close();
    });
  }

  test('an order by another source is not found, but unavailable while its context cannot be read', async ({
    request,
  }) => {
    deployment.say({ payment_source: 'BLIK' });
    const address = `${alone.url}/pay/${randomUUID()}`;
    expect((await request.get(address)).status()).toBe(404);
    deployment.answerElse(500);
    expect((await request.get(address)).status()).toBe(503);
  });
});

test('the page alone reports that the service is unavailable', async ({
  page,
  pageBehindProxy,
}) => {
  const answer = await page.goto(`${pageBehindProxy.url}/pay/${randomUUID()}`);
  expect(answer?.status()).toBe(503);
  await expect(
    page.getByRole('heading', { name: 'We cannot reach the payment service' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reload this page' })).toBeVisible();
});

interface Deployment {
  url: string;
  /** Replaces the order by a new one, without any card. */
  begin: () => void;
  /** Returns the number of requests without a correct signature. */
  unsigned: () => number;
  /** Returns the number of cards received. */
  cards: () => number;
  /** Sets the order's answer from now on, whatever requests arrive. */
  say: (said: object) => void;
  /** Sets the status of all other answers. */
  answerElse: (code: number) => void;
  stop: () => Promise<void>;
}

/** Starts a fake deployment of the API: one order at a time, another signature profile, a path prefix. */
async function startDeployment(returnUrl: string): Promise<Deployment> {
  let unsigned = 0;
  let cards = 0;
  let told: object | undefined;
  let status = 'CREATED';
  let otherwise = 404;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (!isSigned(request, body)) unsigned += 1;
      const path = request.url ?? '';
      if (path.endsWith('/card-data')) {
        status = 'SUCCESS';
        cards += 1;
      }
      const id = /\/orders\/payin\/([^/]+)$/.exec(path)?.[1];
      response.statusCode = id !== undefined || path.endsWith('/card-data') ? 200 : otherwise;
      response.setHeader('content-type', 'application/json');
      response.end(
        id !== undefined
          ? JSON.stringify({
              id,
              status,
              currency: 'EUR',
              amount: 20,
              return_url: returnUrl,
              ...told,
            })
          : undefined,
      );
    });
  });
  const { baseUrl, close } = await listen(server);
  return {
    url: baseUrl,
    begin: () => {
      unsigned = 0;
      cards = 0;
      told = undefined;
      status = 'CREATED';
      otherwise = 404;
    },
    unsigned: () => unsigned,
    cards: () => cards,
    say: (said) => {
      told = said;
    },
    answerElse: (code) => {
      otherwise = code;
    },
    stop: close,
  };
}

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const parts = {
    method,
    path: url.replace(/\?.*$/, ''),
    timestamp: String(headers['x-timestamp']),
    body: new Uint8Array(body),
  };
  return verifyRequest(PROFILE, SECRET, parts, String(headers['x-signature']));
}
