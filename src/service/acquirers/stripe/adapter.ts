import type { AcquirerAdapter, AdapterDescription, TestEnvironment } from '../adapter.ts';
import { CARDS_ONLY } from '../cards-only.ts';
import { failedCheck, type TerminalCheck } from '../port.ts';
import { cardAcquirer } from './cards.ts';
import { answerOf, clientFor, type StripeTerminal } from './client.ts';
import { readNotification } from './notifications.ts';
import { refundAcquirer } from './refunds.ts';
import { credentials, settings } from './settings.ts';

/** Recognized by the key's prefix. The card is one of Stripe's published test cards. */
const testEnvironment: TestEnvironment = {
  isUsedBy: (terminal) =>
    /^[rs]k_test_/.test(credentials.safeParse(terminal.credentials).data?.secret_key ?? ''),
  approvedCard: {
    number: '4242424242424242',
    securityCode: '123',
    expiryMonth: '12',
    expiryYear: '39',
    firstName: 'Ada',
    lastName: 'Lovelace',
  },
};

const DESCRIPTION: AdapterDescription = {
  name: 'stripe',
  ...CARDS_ONLY,
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    declineReasons: true,
  },
  refunds: { outcomes: 'asked', everyTerminal: true },
  settings,
  credentials,
  testEnvironment,
};

/** The adapter for Stripe's PaymentIntents, through its official package, with raw card data. */
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
