import type { CardBrand } from '#domain/card/number.ts';
import type { LinkStatus } from '#domain/order/link.ts';
import type { OrderStatus } from '#domain/order/status.ts';

import type { State } from '../i18n/messages.ts';

/** How the page presents the merchant. */
export interface Merchant {
  /** Undefined if unknown. */
  name?: string | undefined;
  /** A path of this origin or a data URL: the page loads nothing from elsewhere. */
  logoUrl?: string | undefined;
  /** The shop's operator. */
  operatorName?: string | undefined;
  supportUrl?: string | undefined;
  termsUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** An order as its pages show it; all texts are in the shopper's language. */
export interface Checkout {
  id: string;
  /** The query of our own addresses: the language, if the address of this page chooses one. */
  query: string;
  /** The amount that the card is charged, the only one that the page emphasizes. */
  amount: string;
  /** The order's own amount and the conversion rate, if the charge is in another currency. */
  ordered?: { amount: string; rate: string | undefined } | undefined;
  /** What the shopper buys, in the merchant's words. */
  description?: string | undefined;
  reference?: string | undefined;
  merchant: Merchant;
  /** Where the shopper came from, if the order says so. */
  backUrl?: string | undefined;
  /** The link that the order was made by, if it can be paid again. */
  payAgain?: string | undefined;
}

/** What the page of a link shows. */
export interface LinkPageView {
  /** The link as an order: what there is to pay, by its id. */
  checkout: Checkout;
  status: LinkStatus;
  /** The amounts between which the payer chooses. */
  range?: { min: string; max: string } | undefined;
}

/** Data that a final page's receipt shows in addition to the order. */
export interface Receipt {
  /** The date in the language's format, in UTC; the page's script converts it to the shopper's time zone. */
  date?: string | undefined;
  /** The same date in ISO 8601. */
  instant?: string | undefined;
  /** `number`: only its last digits. */
  card?: { brand: CardBrand | undefined; number: string } | undefined;
  /** How the order was paid, if not by card. */
  method?: string | undefined;
  /** What arrived, if it is more than was asked. */
  received?: string | undefined;
}

/** Data that only the form needs, in addition to the order. */
export interface FormTerms {
  acceptedBrands: readonly CardBrand[];
  attemptsLeft?: number | undefined;
  /** The server's date, for validating expiry dates: a device's clock may be years off. */
  today: string;
  /** Seconds until the order expires. */
  secondsLeft?: number | undefined;
}

/** The state of an order for the shopper, which determines the page. */
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

/** What the status page shows, and where it redirects to. */
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
  /** Texts that replace the state's own, which are about cards. `onward`: the link to the acquirer's page. */
  words?: { title: string; text: string; onward?: string } | undefined;
  /** Whether what this window sent was not used: the page says so, and leaves only when told to. */
  isUnused?: boolean | undefined;
  /** The merchant's page for this outcome, or the bank's for a challenge. */
  leaveTo?: string | undefined;
  /** The bank's page, to which the shopper was already sent once: shown as a link, without a redirect. */
  bankPage?: string | undefined;
  /** Whether the shopper may abandon the challenge and use another card. */
  mayTakeAnotherCard?: boolean | undefined;
  /** The page's own address to reload while the outcome is unknown. */
  again?: string | undefined;
  /** How long a script polls before it reloads the page; the server then decides how to continue. */
  patienceMs?: number | undefined;
  /** The fingerprint of the instructions on the page; the page reloads if they change. */
  shown?: string | undefined;
}

/** Returns a URL if it is http or https. Shoppers are sent only to such addresses, whatever an order contains. */
export function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
