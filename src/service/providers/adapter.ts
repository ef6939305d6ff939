import type { z } from 'zod';
import type { CardBrand } from '#domain/card/number.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { Acquirer, CardDetails, TransferSource } from './port.ts';

/**
 * What an adapter can do, and what a terminal of it has to be given. The operator's forms are made from
 * the two schemas.
 */
export interface AdapterDescription {
  name: string;
  currencies: readonly Currency[];
  paymentSources: readonly PaymentSource[];
  brands: readonly CardBrand[] | 'any';
  cards: CardAbilities | undefined;
  payouts: boolean;
  /** Which sources beside cards a payin can be paid by. */
  transfers: readonly TransferSource[];
  /** Undefined where payments cannot be refunded through it. */
  refunds: RefundAbilities | undefined;
  notifications: boolean;
  /** False for what runs in this process: no network lies between that could fail. */
  remote: boolean;
  settings: z.ZodType;
  credentials: z.ZodType;
  testEnvironment?: TestEnvironment;
}

/** Where the acquirer itself says that no money moves. */
export interface TestEnvironment {
  isUsedBy(terminal: TerminalInput): boolean;
  /** A card that the acquirer publishes for tests, and approves. */
  approvedCard: CardDetails;
}

export interface CardAbilities {
  /** Where an issuer's challenge is answered; `none` declines such cards. */
  challenges: 'redirect' | 'none';
  /** False where a challenge ends only by its answer, or by the acquirer's own waiting time. */
  givesUpChallenges: boolean;
  /** `asked`: an outcome can be asked for. `notified`: it comes by notification alone. */
  outcomes: 'asked' | 'notified';
  voids: boolean;
  /** False where the acquirer says that a card was declined, and in no word of a closed list why. */
  declineReasons: boolean;
}

export interface RefundAbilities {
  /** `asked`: an outcome can be asked for. `notified`: it comes by notification alone. */
  outcomes: 'asked' | 'notified';
  /** False where a terminal's settings say whether it refunds. */
  everyTerminal: boolean;
}

export interface AdapterTools {
  now: () => Date;
  /** Where the acquirer sends the terminal's notifications. */
  notificationUrl: string;
}

/** A terminal's settings and credentials, unread as the records have them. */
export interface TerminalInput {
  settings: unknown;
  credentials: unknown;
}

export interface AcquirerAdapter {
  describe(): AdapterDescription;
  /**
   * Opens a terminal; speaks to nobody yet. What takes its time, as loading an acquirer's package, is done
   * here: no payment's time runs yet.
   *
   * @throws ZodError for settings or credentials that are not as `describe` says
   */
  connect(terminal: TerminalInput, tools: AdapterTools): Acquirer | Promise<Acquirer>;
}
