/** The adapter with a fake Stripe whose answers the test scripts. */
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { stripeAdapter } from '#service/acquirers/stripe/adapter.ts';
import type { KnownAttempt, NewAttempt } from '#service/acquirers/port.ts';
import { startStandIn, type StandInAnswer } from '../../../support/acquirers/stand-in.ts';
import { newTrial, TOOLS, type Trial } from '../conformance/rig.ts';
import { SANDBOX_CARDS } from '../conformance/sandbox-rig.ts';

const STEPS = {
  create: /^POST \/v1\/payment_intents$/,
  card: /^POST \/v1\/payment_methods$/,
  confirm: /^POST \/v1\/payment_intents\/\w+\/confirm$/,
  cancel: /^POST \/v1\/payment_intents\/\w+\/cancel$/,
  find: /^GET \/v1\/payment_intents\/\w+/,
  refund: /^POST \/v1\/refunds$/,
} as const;
export type Step = keyof typeof STEPS;

const WEBHOOK_SECRET = 'whsec_scripted';

export async function startScriptedStripe() {
  const answers: Partial<Record<Step, StandInAnswer>> = {};
  const requests: string[] = [];
  const standIn = await startStandIn(({ method, path }) => {
    const line = `${method} ${path}`;
    requests.push(line);
    const step = (Object.keys(STEPS) as Step[]).find((name) => STEPS[name].test(line));
    const answer = step === undefined ? undefined : answers[step];
    return answer ?? { status: 500, body: { error: { type: 'api_error' } } };
  });
  const acquirer = await stripeAdapter.connect(
    {
      settings: { api_url: standIn.baseUrl },
      credentials: { secret_key: 'sk_test_scripted', webhook_secret: WEBHOOK_SECRET },
    },
    TOOLS,
  );
  const { cards, refunds } = acquirer;
  if (cards === undefined || refunds === undefined) {
    throw new Error('The adapter takes no cards or refunds nothing');
  }
  return {
    cards,
    refunds,
    requests,
    answers(step: Step, status: number, body: object | string): void {
      answers[step] = { status, body };
    },
    /** Returns an attempt whose intent and card are accepted. */
    trialOf(overrides: Partial<NewAttempt> = {}): Trial {
      const trial = newTrial({ acquirer, cards: SANDBOX_CARDS }, 'approved', overrides);
      const created = intentOf(trial.attempt, { status: 'requires_payment_method' });
      answers.create = { status: 200, body: created };
      answers.card = { status: 200, body: { id: 'pm_1', object: 'payment_method' } };
      return trial;
    },
    read(event: object) {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: WEBHOOK_SECRET,
      });
      return acquirer.readNotification?.(
        new Headers({ 'stripe-signature': signature }),
        new TextEncoder().encode(payload),
      );
    },
    close: () => standIn.close(),
  };
}

export type ScriptedStripe = Awaited<ReturnType<typeof startScriptedStripe>>;

/** Returns the attempt's payment intent, with these members changed. */
export function intentOf(
  { id, amountMinor, currency }: Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>,
  changes: object,
) {
  return {
    id: 'pi_1',
    object: 'payment_intent',
    amount: Number(amountMinor),
    amount_received: 0,
    currency: currency.toLowerCase(),
    metadata: { attempt_id: id, order_id: randomUUID() },
    last_payment_error: null,
    next_action: null,
    ...changes,
  };
}
