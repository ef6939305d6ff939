import type { CardBrand } from '#domain/card/number.ts';
import type { OrderStatus } from '#domain/order/status.ts';

import type { State } from '../i18n/messages.ts';

/** How the merchant appears. */
export interface Merchant {
  /** Undefined where it is not known. */
  name?: string | undefined;
  /** Of this origin, or carried along as data: a page loads nothing from elsewhere. */
  logoUrl?: string | undefined;
  /** Who runs the shop. */
  operatorName?: string | undefined;
  supportUrl?: string | undefined;
  termsUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** An order as its pages show it, everything in the shopper's language. */
export interface Checkout {
  id: string;
  /** What the card is charged: the one amount that the page says. */
  amount: string;
  /** What was ordered for, and by which rate it is charged, where that is another currency. */
  ordered?: { amount: string; rate: string | undefined } | undefined;
  reference?: string | undefined;
  merchant: Merchant;
  /** Where the shopper came from, as far as the order says. */
  backUrl?: string | undefined;
}

/** What a final page shows as a receipt, beside the order itself. */
export interface Receipt {
  /** As the language writes it, in UTC: the page's script knows the shopper's own time. */
  date?: string | undefined;
  /** The same for programs: ISO 8601. */
  instant?: string | undefined;
  /** `number`: no more of it than its end. */
  card?: { brand: CardBrand | undefined; number: string } | undefined;
  /** By what the order was paid, where it was no card. */
  method?: string | undefined;
}

/** What the form alone needs beside the order. */
export interface FormTerms {
  acceptedBrands: readonly CardBrand[];
  attemptsLeft?: number | undefined;
  /** The server's day, by which expiry dates are validated: a device's may be years off. */
  today: string;
  /** Until the order expires. */
  secondsLeft?: number | undefined;
}

/** Where a shopper stands with an order: what its page shows. */
export type Phase = 'form' | 'waiting' | 'paid' | 'declined' | 'expired';

const PHASES = {
  CREATED: 'form',
  IN_PROGRESS: 'waiting',
  PROCESS_PENDING: 'waiting',
  SUCCESS: 'paid',
  FAILED: 'declined',
  CLOSED: 'expired',
} as const satisfies Record<OrderStatus, Phase>;

export function phaseOf(status: OrderStatus): Phase {
  return PHASES[status];
}

/** What the status page shows, and where it goes by itself. */
export interface StatusView {
  state: Extract<
    State,
    | 'waiting'
    | 'challenge'
    | 'bankWaits'
    | 'paid'
    | 'pending'
    | 'declined'
    | 'expired'
    | 'cancelled'
  >;
  /** In place of the words of the state, which are about cards. `onward`: on the way to the acquirer's page. */
  words?: { title: string; text: string; onward?: string } | undefined;
  /** The merchant's page for this outcome, or the bank's for a challenge. */
  leaveTo?: string | undefined;
  /** The bank's page, where the shopper has been sent before: a link, no automatism. */
  bankPage?: string | undefined;
  /** Whether the challenge may be given up for another card. */
  mayTakeAnotherCard?: boolean | undefined;
  /** While the outcome is open: this page's own address, to be loaded again. */
  again?: string | undefined;
  /** How long a script polls before it asks for the page anew; the server then decides how the wait goes on. */
  patienceMs?: number | undefined;
  /** Fingerprint of the instructions that are shown: others are a page anew. */
  shown?: string | undefined;
}

/** Shoppers are sent to web addresses only, whatever an order says. */
export function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
