import type { AcquirerAdapter, AdapterDescription, TestEnvironment } from '../adapter.ts';
import { CARDS_ONLY } from '../cards-only.ts';
import { failedCheck, type TerminalCheck } from '../port.ts';
import { cardAcquirer } from './cards.ts';
import { answerOf, checkoutFor, filled, type AdyenTerminal } from './client.ts';
import { readNotification } from './notifications.ts';
import { refundAcquirer } from './refunds.ts';
import { credentials, settings } from './settings.ts';
import { transferAcquirer } from './transfers.ts';

/** Selected by the setting `environment`. The card is one of Adyen's published test cards. */
const testEnvironment: TestEnvironment = {
  isUsedBy: (terminal) => settings.safeParse(terminal.settings).data?.environment === 'TEST',
  approvedCard: {
    number: '4111111111111111',
    securityCode: '737',
    expiryMonth: '03',
    expiryYear: '30',
    firstName: 'Ada',
    lastName: 'Lovelace',
  },
};

const DESCRIPTION: AdapterDescription = {
  name: 'adyen',
  ...CARDS_ONLY,
  paymentSources: ['CARD', 'PHONE'],
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'notified',
    declineReasons: true,
  },
  transfers: ['PHONE'],
  refunds: { outcomes: 'notified', everyTerminal: true },
  settings,
  credentials,
  testEnvironment,
};

/** The adapter for Adyen's Checkout API v72, through its official package: raw card data, and MB WAY. */
export const adyenAdapter: AcquirerAdapter = {
  describe: () => DESCRIPTION,
  async connect(input, { now }) {
    const terminal: AdyenTerminal = {
      adyen: await import('@adyen/api-library'),
      settings: settings.parse(input.settings),
      credentials: credentials.parse(input.credentials),
      now,
    };
    return {
      cards: cardAcquirer(terminal),
      payouts: undefined,
      transfers: transferAcquirer(terminal),
      refunds: refundAcquirer(terminal),
      check: (signal) => check(terminal, signal),
      readNotification: (_headers, body) => readNotification(terminal, body),
    };
  },
};

async function check(terminal: AdyenTerminal, signal: AbortSignal): Promise<TerminalCheck> {
  const { payments, types } = checkoutFor(terminal, signal);
  const merchantAccount = terminal.settings.merchant_account;
  const request = filled(new types.PaymentMethodsRequest(), { merchantAccount });
  const answer = await answerOf(payments.paymentMethods(request));
  return answer.ok ? 'good' : failedCheck(answer.failure.status);
}
