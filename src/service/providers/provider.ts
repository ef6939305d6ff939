import type { Sensitive } from '#domain/card/sensitive.ts';
import type { Currency } from '#domain/money.ts';

/**
 * The port to whoever moves the money. An adapter translates one acquirer's language into this one;
 * the orders know nothing beyond it.
 */
export interface CardProvider {
  /**
   * Asks for the money once. `attempt.id` is the acquirer's idempotency key.
   *
   * @throws when the answer is not known (no answer, a broken connection): that is never a decline
   */
  authorize(attempt: CardAttempt, signal: AbortSignal): Promise<ProviderAnswer>;

  /**
   * What became of an attempt. `never_seen` is a promise: an adapter gives it only when the attempt
   * can no longer take effect, even if its request is still on the way.
   *
   * @throws when the provider cannot say now
   */
  findOutcome(attemptId: string, signal: AbortSignal): Promise<ProviderNews>;

  /**
   * Gives up a challenge that nobody answered. `abandoned` is the provider's word that nothing was
   * taken and nothing will be; where the challenge was answered after all, that answer comes back.
   *
   * @throws when the provider cannot say now
   */
  giveUpChallenge(attemptId: string, signal: AbortSignal): Promise<ProviderNews>;
}

/** Lives in memory for one call. `Sensitive` keeps it out of logs and errors. */
export interface CardAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  card: Sensitive<CardDetails>;
  browserInfo: object;
  customer: object;
}

export interface CardDetails {
  number: string;
  securityCode: string;
  expiryMonth: string;
  expiryYear: string;
  firstName: string | undefined;
  lastName: string | undefined;
}

export type ProviderAnswer =
  | { outcome: 'approved'; reference: string; rrn: string | undefined }
  | { outcome: 'soft_decline' | 'hard_decline'; reference: string; message: string }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'challenge'; reference: string; url: string };

/** What a provider knows of an attempt when it is asked again. */
export type ProviderNews = ProviderAnswer | { outcome: 'never_seen' } | { outcome: 'abandoned' };

/** The port to whoever pays out. */
export interface PayoutProvider {
  /**
   * Has the money paid once. `attempt.id` is the provider's idempotency key.
   *
   * @throws when the answer is not known: that is never a refusal
   */
  pay(attempt: PayoutAttempt, signal: AbortSignal): Promise<PayoutAnswer>;

  /**
   * What became of an attempt. `never_seen` is a promise, as it is for cards.
   *
   * @throws when the provider cannot say now
   */
  findOutcome(attemptId: string, signal: AbortSignal): Promise<PayoutNews>;
}

/** Lives in memory for one call: a destination may be a card. */
export interface PayoutAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  destination: Sensitive<string>;
  customer: object;
}

export type PayoutAnswer =
  | { outcome: 'paid'; reference: string }
  | { outcome: 'refused'; reference: string; message: string }
  | { outcome: 'pending'; reference: string };

/** What a provider knows of a payout when it is asked again. */
export type PayoutNews = PayoutAnswer | { outcome: 'never_seen' };

/** The adapters that are installed, by the name that a route gives. */
export type PayoutProviders = ReadonlyMap<string, PayoutProvider>;
export type CardProviders = ReadonlyMap<string, CardProvider>;
