import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import type { Acquirer, CardAcquirer, PayoutAcquirer } from '../providers/acquirer.ts';
import type { AdapterDescription } from '../providers/adapter.ts';
import type { CardProvider, PayoutProvider } from '../providers/provider.ts';

const nothing = z.strictObject({});

export const SANDBOX_DESCRIPTION: AdapterDescription = {
  name: 'sandbox',
  currencies: CURRENCIES,
  paymentSources: PAYMENT_SOURCES,
  brands: 'any',
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    voids: false,
    declineReasons: true,
  },
  payouts: true,
  notifications: false,
  settings: nothing,
  credentials: nothing,
};

/** The embedded acquirer behind the whole port: it knows each attempt by its id, and remembers none. */
export function sandboxTerminal(provider: {
  cards: CardProvider;
  payouts: PayoutProvider;
}): Acquirer {
  return {
    cards: cardAcquirer(provider.cards),
    payouts: payoutAcquirer(provider.payouts),
    check: () => Promise.resolve('good'),
    readNotification: undefined,
  };
}

function cardAcquirer(cards: CardProvider): CardAcquirer {
  return {
    authorize: (attempt, signal) => cards.authorize(attempt, signal),
    findOutcome: ({ id }, signal) => cards.findOutcome(id, signal),
    giveUpChallenge: ({ id }, signal) => cards.giveUpChallenge(id, signal),
    completeChallenge: ({ id }, _returned, signal) => cards.findOutcome(id, signal),
    confirmNotification: ({ id }, _reported, signal) => cards.findOutcome(id, signal),
    void: () => Promise.resolve('too_late'),
  };
}

function payoutAcquirer(payouts: PayoutProvider): PayoutAcquirer {
  return {
    pay: (attempt, signal) => payouts.pay(attempt, signal),
    findOutcome: ({ id }, signal) => payouts.findOutcome(id, signal),
  };
}
