/** An adapter whose terminals are scripted by the test, by the `name` in their settings. */
import { CARD_BRANDS } from '#domain/card/number.ts';
import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import type {
  Acquirer,
  CardAcquirer,
  PayoutAcquirer,
  TransferAcquirer,
  RefundAcquirer,
} from '#service/acquirers/port.ts';
import type { AcquirerAdapter, AdapterDescription } from '#service/acquirers/adapter.ts';
import { asksAddress } from '#service/acquirers/asked-data.ts';
import { silentBut } from './acquirer-doubles.ts';

interface Behaviour {
  /** Opening the terminal waits for this. */
  open?: () => Promise<unknown>;
  cards?: Partial<CardAcquirer>;
  payouts?: Partial<PayoutAcquirer>;
  transfers?: Partial<TransferAcquirer>;
  refunds?: Partial<RefundAcquirer>;
}

const settings = z.strictObject({ name: z.string(), asks_address: asksAddress });

/** @returns the adapter, and the map of its terminals' behaviours, which a test may change at any time */
export function scriptedAdapter(readNotification?: Acquirer['readNotification']) {
  const behaviours = new Map<string, Behaviour>();
  const adapter: AcquirerAdapter = {
    describe: () => DESCRIPTION,
    async connect(input) {
      const { name } = settings.parse(input.settings);
      await behaviours.get(name)?.open?.();
      const told = () => behaviours.get(name);
      return {
        cards: silentBut<CardAcquirer>(() => told()?.cards),
        payouts: silentBut<PayoutAcquirer>(() => told()?.payouts),
        transfers: silentBut<TransferAcquirer>(() => told()?.transfers),
        refunds: silentBut<RefundAcquirer>(() => told()?.refunds),
        check: () => Promise.resolve('good'),
        readNotification,
      };
    },
  };
  return { adapter, behaviours };
}

export const SCRIPTED = 'scripted';

const DESCRIPTION: AdapterDescription = {
  name: SCRIPTED,
  currencies: CURRENCIES,
  paymentSources: PAYMENT_SOURCES,
  brands: CARD_BRANDS,
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    declineReasons: true,
  },
  payouts: true,
  transfers: ['P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'],
  refunds: { outcomes: 'asked', everyTerminal: true },
  notifications: true,
  remote: true,
  settings,
  credentials: z.strictObject({}),
};
