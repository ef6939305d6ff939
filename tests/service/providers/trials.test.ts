import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcquirerAdapter } from '#service/providers/adapter.ts';
import { adyenAdapter } from '#service/providers/adyen/adapter.ts';
import { ordersApiAdapter } from '#service/providers/orders-api/adapter.ts';
import { stripeAdapter } from '#service/providers/stripe/adapter.ts';
import { runTrials } from '#service/providers/trials/trials.ts';
import {
  startAdyenStandIn,
  type AdyenStandIn,
} from '../../support/acquirers/adyen/adyen-stand-in.ts';
import {
  startStripeStandIn,
  type StripeStandIn,
} from '../../support/acquirers/stripe/stripe-stand-in.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const PAYMENT = "A payment by the acquirer's test card";
const tools = { now: () => new Date(), notificationUrl: 'http://pay.test/notifications' };

let adyen: AdyenStandIn;
let stripe: StripeStandIn;
let upstream: RunningService;

beforeAll(async () => {
  [adyen, stripe, upstream] = await Promise.all([
    startAdyenStandIn(),
    startStripeStandIn(),
    startService(),
  ]);
});
afterAll(() => Promise.all([adyen.close(), stripe.close(), upstream.close()]));

const terminals = {
  adyen: () => ({
    adapter: adyenAdapter,
    settings: {
      ...{ merchant_account: adyen.merchantAccount, environment: 'TEST', api_url: adyen.baseUrl },
    },
    credentials: { api_key: adyen.apiKey, hmac_key: adyen.hmacKey },
  }),
  stripe: () => ({
    adapter: stripeAdapter,
    settings: { api_url: stripe.baseUrl },
    credentials: { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret },
  }),
  'orders-api': () => ({
    adapter: ordersApiAdapter,
    settings: {
      base_url: upstream.baseUrl,
      ...{ methods: { EUR: upstream.sandbox.methods['card_eur'] } },
    },
    credentials: {
      api_key_id: upstream.sandbox.api_key_id,
      api_secret: upstream.sandbox.api_secret,
      webhook_secret: upstream.sandbox.webhook_secret,
    },
  }),
} satisfies Record<
  string,
  () => { adapter: AcquirerAdapter; settings: object; credentials: object }
>;

const resultsOf = async (name: keyof typeof terminals, changes: object = {}) =>
  runTrials({ tools, currency: 'EUR', ...terminals[name](), ...changes });

describe.each(['adyen', 'stripe', 'orders-api'] as const)('%s', (name) => {
  it('passes every trial that its acquirer allows', async () => {
    const results = await resultsOf(name);
    expect(results.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(results.find(({ trial }) => trial.startsWith(PAYMENT))).toMatchObject({
      result: 'passed',
    });
  });
});

it('says which trial failed, and repeats nothing that was sent', async () => {
  const results = await resultsOf('adyen', {
    credentials: { api_key: 'another', hmac_key: adyen.hmacKey },
  });
  expect(results[0]).toMatchObject({
    ...{ trial: 'The credentials are good', result: 'failed' },
    said: 'The answer was credentials_refused, not good.',
  });
  expect(JSON.stringify(results)).not.toMatch(/4111|another/);
});

it('pays by a test card only where the acquirer says that no money moves', async () => {
  const before = adyen.payments.size;
  const { settings } = terminals.adyen();
  const live = { ...settings, environment: 'LIVE', live_prefix: 'acme' };
  const results = await resultsOf('adyen', { settings: live });
  expect(results.at(-1)).toMatchObject({ result: 'left out' });
  expect(adyen.payments.size).toBe(before);
});

it('says that an acquirer cannot be reached', async () => {
  const { settings } = terminals.adyen();
  const nowhere = { ...settings, api_url: 'http://127.0.0.1:1' };
  const results = await resultsOf('adyen', { settings: nowhere });
  expect(results.filter(({ result }) => result === 'failed').length).toBeGreaterThan(1);
});
