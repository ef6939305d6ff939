/** Terminals of the program at two simulated acquirers, and at itself. */
import { startAdyenStandIn, type AdyenStandIn } from '../support/acquirers/adyen/adyen-stand-in.ts';
import {
  startStripeStandIn,
  type StripeStandIn,
} from '../support/acquirers/stripe/stripe-stand-in.ts';
import type { SandboxApp } from '../support/process/app.ts';
import { done, made } from '../support/process/operate.ts';

export type AcquirerName = 'adyen' | 'stripe' | 'upstream';

export interface Acquirers {
  adyen: AdyenStandIn;
  stripe: StripeStandIn;
  /** The method of a terminal at Stripe that asks for both e-mail and phone number; the others ask for one of them. */
  bothWanted: string;
  /** The method of a terminal of the sandbox that asks for the payer's whole address. */
  addressWanted: string;
  /** The method routed to each. The upstream is the program itself, as used by its sandbox merchant. */
  methods: Record<AcquirerName, string>;
  stop: () => Promise<void>;
}

export async function startAcquirers(app: SandboxApp): Promise<Acquirers> {
  const [adyen, stripe] = await Promise.all([startAdyenStandIn(), startStripeStandIn()]);
  const stop = async () => {
    await Promise.all([adyen.close(), stripe.close()]);
  };
  const merchant = app.sandbox.merchant_id;
  const gate = await made(app, 'gates create', { merchant, name: 'acquirers', accounts: ['EUR'] });
  const methodOf = async (terminal: {
    name: string;
    adapter: string;
    settings: object;
    credentials: object;
  }) => {
    const { name } = terminal;
    await done(app, 'terminals create', terminal);
    const method = await made(app, 'methods create', {
      gate,
      name,
      direction: 'payin',
      payment_source: 'CARD',
      currency: 'EUR',
      amount_min: '1.00',
      amount_max: '1000.00',
      waiting_seconds: 1800,
    });
    await done(app, 'routes create', { method, terminal: name, priority: 1 });
    return method;
  };
  const terminals = {
    adyen: {
      adapter: 'adyen',
      settings: {
        merchant_account: adyen.merchantAccount,
        environment: 'TEST',
        api_url: adyen.baseUrl,
      },
      credentials: { api_key: adyen.apiKey, hmac_key: adyen.hmacKey },
    },
    stripe: {
      adapter: 'stripe',
      settings: { api_url: stripe.baseUrl },
      credentials: { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret },
    },
    upstream: {
      adapter: 'orders-api',
      settings: { base_url: app.url, methods: { EUR: app.sandbox.methods['card_eur'] } },
      credentials: {
        api_key_id: app.sandbox.api_key_id,
        api_secret: app.sandbox.api_secret,
        webhook_secret: app.sandbox.webhook_secret,
      },
    },
    sandbox: { adapter: 'sandbox', settings: {}, credentials: {} },
  };
  /** Adds a method of its own terminal. */
  const methodTo = (name: keyof typeof terminals, asks: Record<string, string | boolean> = {}) => {
    const { settings, ...terminal } = terminals[name];
    const suffix = ['', ...Object.values(asks)].join('-');
    return methodOf({ ...terminal, name: name + suffix, settings: { ...settings, ...asks } });
  };
  const methods = {
    adyen: await methodTo('adyen', { asks_contact: true }),
    stripe: await methodTo('stripe', { asks_contact: true }),
    upstream: await methodTo('upstream'),
  };
  const bothWanted = await methodTo('stripe', { asks_contact: 'both' });
  const addressWanted = await methodTo('sandbox', { asks_address: 'full' });
  return { adyen, stripe, bothWanted, addressWanted, methods, stop };
}
