import { stripeAdapter } from '#service/acquirers/stripe/adapter.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { TOOLS, type AcquirerRig } from './rig.ts';
import { SANDBOX_CARDS } from './sandbox-rig.ts';
import { disputeEventsOf, noticesOf, refundEventOf } from './stripe-events.ts';
import {
  REFUSED_REFUND,
  refundedOf,
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
  const intentsOf = (attemptId: string) =>
    [...stripe.intents.values()].filter(({ metadata }) => metadata['attempt_id'] === attemptId);
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
      nothingTaken: (body) => body.replace('"status":"succeeded"', '"status":"canceled"'),
    },
    payAgain(attemptId) {
      const [first] = intentsOf(attemptId);
      if (first === undefined) throw new Error('Stripe has no such payment');
      const reference = `${first.id}again`;
      const object = { ...first, id: reference, latest_charge: `ch_${reference}` };
      stripe.intents.set(reference, object);
      const event = { id: 'evt_again', object: 'event', type: 'payment_intent.succeeded' };
      return Promise.resolve({
        reference,
        sent: stripe.notification({ ...event, data: { object } }),
      });
    },
    cards: SANDBOX_CARDS,
    issuerChecksRecords: true,
    taken(attemptId) {
      const left = intentsOf(attemptId).map(
        (intent) => intent.amount_received - refundedOf(intent, stripe.refunds),
      );
      return Promise.resolve(BigInt(left.reduce((sum, amount) => sum + amount, 0)));
    },
    // If the stand-in throws, the promise rejects, like an unreachable page.
    answerChallenge: async (url, answer) => Promise.resolve(stripe.answerChallenge(url, answer)),
    decidePending: stripe.decidePending,
    notifications: stripe.notifications,
    notices: (attemptId) => intentsOf(attemptId).flatMap(noticesOf).map(stripe.notification),
    disputes: (attemptId) => intentsOf(attemptId).flatMap(disputeEventsOf).map(stripe.notification),
    refunds: {
      refusedMinor: REFUSED_REFUND,
      makeAfterAll: ({ id, payment, amountMinor }) => {
        const [intent] = intentsOf(payment.id);
        if (intent === undefined) throw new Error('Stripe has no such payment');
        stripe.addRefund(intent, { amount: Number(amountMinor), refundId: id });
      },
      giveBack({ id }) {
        const made = stripe.refunds.find(({ metadata }) => metadata['refund_id'] === id);
        if (made === undefined) throw new Error('Stripe has no such refund');
        Object.assign(made, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
      },
      notifications: ({ id }) =>
        stripe.refunds
          .filter(({ metadata }) => metadata['refund_id'] === id)
          .map((object) => stripe.notification(refundEventOf(object))),
    },
    async close() {
      await proxy.close();
      await stripe.close();
    },
  };
}
