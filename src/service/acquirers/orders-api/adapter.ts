import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES, TRANSFER_SOURCES } from '#domain/order/payment-source.ts';
import type { AcquirerAdapter, AdapterDescription } from '../adapter.ts';
import { failedCheck, type TerminalCheck } from '../port.ts';
import { cardAcquirer } from './cards.ts';
import { readNotification } from './notifications.ts';
import { payoutAcquirer } from './payouts.ts';
import { refundAcquirer } from './refunds.ts';
import { credentials, settings } from './settings.ts';
import { clientFor, type OrdersApiTerminal } from './terminal.ts';
import { testEnvironment } from './test-environment.ts';
import { transferAcquirer } from './transfers.ts';

const DESCRIPTION: AdapterDescription = {
  name: 'orders-api',
  currencies: CURRENCIES,
  paymentSources: PAYMENT_SOURCES,
  brands: 'any',
  cards: {
    challenges: 'redirect',
    givesUpChallenges: false,
    outcomes: 'asked',
    declineReasons: false,
  },
  payouts: true,
  transfers: TRANSFER_SOURCES,
  refunds: { outcomes: 'asked', everyTerminal: false },
  notifications: true,
  remote: true,
  settings,
  credentials,
  testEnvironment,
};

/** The adapter for an acquirer with this service's own API. */
export const ordersApiAdapter: AcquirerAdapter = {
  describe: () => DESCRIPTION,
  connect(input, tools) {
    const terminal: OrdersApiTerminal = {
      settings: settings.parse(input.settings),
      credentials: credentials.parse(input.credentials),
      tools,
    };
    return {
      cards: cardAcquirer(terminal),
      payouts: payoutAcquirer(terminal),
      transfers: transferAcquirer(terminal),
      refunds: terminal.settings.refunds ? refundAcquirer(terminal) : undefined,
      check: (signal) => check(terminal, signal),
      readNotification: (headers, body) =>
        Promise.resolve(readNotification(terminal, headers, body)),
    };
  },
};

async function check(terminal: OrdersApiTerminal, signal: AbortSignal): Promise<TerminalCheck> {
  const balances = await clientFor(terminal, signal).getBalances();
  return balances.ok ? 'good' : failedCheck(balances.status);
}
