import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import type {
  CardAcquirer,
  PayoutAcquirer,
  RefundAcquirer,
  TransferAcquirer,
} from '../acquirers/port.ts';
import { asksAddress, asksContact } from '../acquirers/asked-data.ts';
import type { AcquirerAdapter, AdapterDescription } from '../acquirers/adapter.ts';

const nothing = z.strictObject({});

export const SANDBOX_ADAPTER = 'sandbox';

export const SANDBOX_DESCRIPTION: AdapterDescription = {
  name: SANDBOX_ADAPTER,
  currencies: CURRENCIES,
  paymentSources: PAYMENT_SOURCES,
  brands: 'any',
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    declineReasons: true,
  },
  payouts: true,
  transfers: ['P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'],
  refunds: { outcomes: 'asked', everyTerminal: true },
  notifications: false,
  remote: false,
  settings: z.strictObject({ asks_contact: asksContact, asks_address: asksAddress }),
  credentials: nothing,
};

/** Returns the embedded acquirer as an adapter. Every terminal opens the same acquirer. */
export function sandboxAdapter(acquirer: {
  cards: CardAcquirer;
  payouts: PayoutAcquirer;
  transfers: TransferAcquirer;
  refunds: RefundAcquirer;
}): AcquirerAdapter {
  return {
    describe: () => SANDBOX_DESCRIPTION,
    connect: () => ({
      ...acquirer,
      check: () => Promise.resolve('good'),
      readNotification: undefined,
    }),
  };
}
