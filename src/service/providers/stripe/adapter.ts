import type { AcquirerAdapter, AdapterDescription } from '../adapter.ts';
import { CARDS_ONLY } from '../cards-only.ts';
import { failedCheck, type TerminalCheck } from '../port.ts';
import { cardAcquirer } from './cards.ts';
import { answerOf, clientFor, type StripeTerminal } from './client.ts';
import { readNotification } from './notifications.ts';
import { refundAcquirer } from './refunds.ts';
import { credentials, settings } from './settings.ts';
import { testEnvironment } from './test-environment.ts';

const DESCRIPTION: AdapterDescription = {
  name: 'stripe',
  ...CARDS_ONLY,
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    voids: true,
    declineReasons: true,
  },
  refunds: { outcomes: 'asked', everyTerminal: true },
  settings,
  credentials,
  testEnvironment,
};

/** Stripe's PaymentIntents with raw card data, by its official package. */
export const stripeAdapter: AcquirerAdapter = {
  describe: () => DESCRIPTION,
  async connect(input, { now }) {
    const { Stripe } = await import('stripe');
    const terminal: StripeTerminal = {
      Stripe,
      settings: settings.parse(input.settings),
      credentials: credentials.parse(input.credentials),
      now,
    };
    return {
      cards: cardAcquirer(terminal),
      payouts: undefined,
      transfers: undefined,
      refunds: refundAcquirer(terminal),
      check: (signal) => check(terminal, signal),
      readNotification: (headers, body) =>
        Promise.resolve(readNotification(terminal, headers, body)),
    };
  },
};

async function check(terminal: StripeTerminal, signal: AbortSignal): Promise<TerminalCheck> {
  const stripe = clientFor(terminal, signal);
  const balance = await answerOf(stripe.balance.retrieve());
  return balance.ok ? 'good' : failedCheck(balance.failure.statusCode);
}
