import { stripeAdapter } from '#service/providers/stripe/adapter.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { TOOLS, type AcquirerRig } from './rig.ts';
import { SANDBOX_CARDS } from './sandbox-rig.ts';
import {
  startStripeStandIn,
  type StripeStandIn,
} from '../../../support/acquirers/stripe/stripe-stand-in.ts';

export async function stripeRig(): Promise<AcquirerRig & { stripe: StripeStandIn }> {
  const stripe = await startStripeStandIn();
  const proxy = await startFaultProxy(stripe.baseUrl);
  const terminalOf = (secretKey: string) => ({
    settings: { api_url: proxy.baseUrl },
    credentials: { secret_key: secretKey, webhook_secret: stripe.webhookSecret },
  });
  const connect = (secretKey: string) => stripeAdapter.connect(terminalOf(secretKey), TOOLS);
  return {
    stripe,
    description: stripeAdapter.describe(),
    terminal: terminalOf(stripe.secretKey),
    acquirer: await connect(stripe.secretKey),
    wrong: await connect('sk_test_wrong'),
    network: {
      proxy,
      charging: /^POST .*\/confirm$/,
      otherAmount: (body) => body.replace('"amount":1250', '"amount":1249'),
      otherAttempt: (body) => body.replace(/"attempt_id":"[^"]*"/, '"attempt_id":"another"'),
    },
    cards: SANDBOX_CARDS,
    taken(attemptId) {
      const amounts = [...stripe.intents.values()]
        .filter(({ metadata }) => metadata['attempt_id'] === attemptId)
        .filter(({ id }) => !stripe.refunded.has(id))
        .map(({ amount_received: received }) => BigInt(received));
      return Promise.resolve(amounts.reduce((sum, amount) => sum + amount, 0n));
    },
    // A stand-in that refuses does so as a rejection, like a page that cannot be reached.
    answerChallenge: async (url, answer) => Promise.resolve(stripe.answerChallenge(url, answer)),
    decidePending: stripe.decidePending,
    notifications: stripe.notifications,
    notices: stripe.notices,
    disputes: stripe.disputes,
    async close() {
      await proxy.close();
      await stripe.close();
    },
  };
}
