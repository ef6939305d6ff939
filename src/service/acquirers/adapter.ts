import type { z } from 'zod';
import type { CardDetails } from '#contract/schemas/card-data.ts';
import type { CardBrand } from '#domain/card/number.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { Acquirer, TransferSource } from './port.ts';

/**
 * An adapter's capabilities, and the settings and credentials that its terminals need. The operator's forms are
 * generated from these two schemas.
 */
export interface AdapterDescription {
  name: string;
  currencies: readonly Currency[];
  paymentSources: readonly PaymentSource[];
  brands: readonly CardBrand[] | 'any';
  cards: CardAbilities | undefined;
  payouts: boolean;
  /** The payment sources other than cards that it supports for payins. */
  transfers: readonly TransferSource[];
  /** Undefined if it cannot refund payments. */
  refunds: RefundAbilities | undefined;
  notifications: boolean;
  /**
   * False if it runs in this process, without a network that could fail. Then its calls do not count for circuits.
   */
  remote: boolean;
  settings: z.ZodType;
  credentials: z.ZodType;
  testEnvironment?: TestEnvironment;
}

/** The acquirer's test environment, where the acquirer guarantees that no money moves. */
export interface TestEnvironment {
  isUsedBy(terminal: TerminalInput): boolean;
  /** A test card that the acquirer publishes and approves. */
  approvedCard: CardDetails;
}

export interface CardAbilities {
  /** How the issuer's challenge is answered; `none` declines cards that need one. */
  challenges: 'redirect' | 'none';
  /** False if a challenge ends only when it is answered, or when the acquirer's own waiting time is over. */
  givesUpChallenges: boolean;
  /** `asked`: there is a status inquiry. `notified`: outcomes come only by notification. */
  outcomes: 'asked' | 'notified';
  /** False if the acquirer gives a decline no reason from a closed list. */
  declineReasons: boolean;
}

export interface RefundAbilities {
  /** `asked`: there is a status inquiry. `notified`: outcomes come only by notification. */
  outcomes: 'asked' | 'notified';
  /** False if the terminal's settings decide whether it supports refunds. */
  everyTerminal: boolean;
}

export interface AdapterTools {
  now: () => Date;
  /** The URL to which the acquirer sends the terminal's notifications. */
  notificationUrl: string;
}

/** A terminal's settings and credentials as stored, not validated yet. */
export interface TerminalInput {
  settings: unknown;
  credentials: unknown;
}

export interface AcquirerAdapter {
  describe(): AdapterDescription;
  /**
   * Opens a terminal, without calling the acquirer. Slow work, such as loading an acquirer's package, belongs here:
   * no payment is waiting yet.
   *
   * @throws ZodError if settings or credentials do not match the schemas of `describe`
   */
  connect(terminal: TerminalInput, tools: AdapterTools): Acquirer | Promise<Acquirer>;
}
