import { z } from 'zod';

import { startAdyenStandIn, type AdyenStandIn } from '../support/acquirers/adyen/adyen-stand-in.ts';
import {
  startStripeStandIn,
  type StripeStandIn,
} from '../support/acquirers/stripe/stripe-stand-in.ts';
import { startApp, type SandboxApp } from '../support/process/app.ts';
import { operate } from '../support/process/operate.ts';
import { test as base } from './fixtures.ts';

export type AcquirerName = 'adyen' | 'stripe' | 'upstream';

interface Acquirers {
  adyen: AdyenStandIn;
  stripe: StripeStandIn;
  /** Another gateway of this program, in its sandbox. */
  upstream: SandboxApp;
  /** The method that leads to each. */
  methods: Record<AcquirerName, string>;
}

/** The program with terminals at two acquirers that tests play, and at another gateway. */
export const test = base.extend<object, { acquirers: Acquirers }>({
  acquirers: [
    async ({ app }, use) => {
      const [adyen, stripe, upstream] = await Promise.all([
        startAdyenStandIn(),
        startStripeStandIn(),
        startApp(),
      ]);
      try {
        const methods = await apply(app, { adyen, stripe, upstream });
        await use({ adyen, stripe, upstream, methods });
      } finally {
        await Promise.all([adyen.close(), stripe.close(), upstream.stop()]);
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const MERCHANT = 'Paper & Pen';

async function apply(
  app: SandboxApp,
  standIns: Omit<Acquirers, 'methods'>,
): Promise<Acquirers['methods']> {
  const deployment = {
    terminals: terminalsAt(standIns),
    merchants: [
      {
        name: MERCHANT,
        gates: [
          {
            name: 'acquirers',
            accounts: ['EUR'],
            methods: [methodTo('adyen'), methodTo('stripe'), methodTo('upstream')],
          },
        ],
      },
    ],
  };
  const { status, body } = await operate(app, 'apply', { deployment });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return applied.parse(body).merchants[MERCHANT].gates.acquirers.methods;
}

const applied = z.object({
  merchants: z.object({
    [MERCHANT]: z.object({
      gates: z.object({
        acquirers: z.object({
          methods: z.object({ adyen: z.uuid(), stripe: z.uuid(), upstream: z.uuid() }),
        }),
      }),
    }),
  }),
});

const terminalsAt = ({ adyen, stripe, upstream }: Omit<Acquirers, 'methods'>) => [
  {
    ...{ name: 'adyen', adapter: 'adyen' },
    settings: {
      merchant_account: adyen.merchantAccount,
      environment: 'TEST',
      api_url: adyen.baseUrl,
    },
    credentials: { api_key: adyen.apiKey, hmac_key: adyen.hmacKey },
  },
  {
    ...{ name: 'stripe', adapter: 'stripe' },
    settings: { api_url: stripe.baseUrl },
    credentials: { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret },
  },
  {
    ...{ name: 'upstream', adapter: 'orders-api' },
    settings: { base_url: upstream.url, methods: { EUR: upstream.sandbox.methods['card_eur'] } },
    credentials: {
      api_key_id: upstream.sandbox.api_key_id,
      api_secret: upstream.sandbox.api_secret,
      webhook_secret: upstream.sandbox.webhook_secret,
    },
  },
];

const methodTo = (terminal: AcquirerName) => ({
  ...{ name: terminal, direction: 'payin', payment_source: 'CARD', currency: 'EUR' },
  ...{ amount_min: '1.00', amount_max: '1000.00', waiting_seconds: 1_800 },
  routes: [{ terminal, priority: 1 }],
});
