import { CARD_BRANDS } from '#domain/card/number.ts';
import type { AdapterDescription } from './adapter.ts';

/** The description shared by acquirers that take cards of every brand and no payouts. */
export const CARDS_ONLY = {
  currencies: ['USD', 'EUR', 'UAH', 'KZT'],
  paymentSources: ['CARD'],
  brands: CARD_BRANDS,
  payouts: false,
  transfers: [],
  refunds: undefined,
  notifications: true,
  remote: true,
} satisfies Partial<AdapterDescription>;
