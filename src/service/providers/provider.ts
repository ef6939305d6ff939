import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { Sensitive } from '#domain/card/sensitive.ts';
import type { Currency } from '#domain/money.ts';

/**
 * The port to an acquirer. An adapter translates one acquirer's interface into this one; the orders know
 * nothing beyond it.
 */
export interface CardProvider {
  /**
   * Authorizes the attempt once. `attempt.id` is the acquirer's idempotency key.
   *
   * @throws when the answer is not known (no answer, a broken connection): that is never a decline
   */
  authorize(attempt: CardAttempt, signal: AbortSignal): Promise<ProviderAnswer>;

  /**
   * The outcome of an attempt. `never_seen` is a promise: an adapter gives it only when the attempt can
   * no longer take effect, even if its request is still on the way.
   *
   * @throws when the provider cannot say now
   */
  findOutcome(attemptId: string, signal: AbortSignal): Promise<ProviderOutcome>;

  /**
   * Gives up a challenge that nobody answered. `abandoned` is the provider's promise that nothing was
   * taken and nothing will be; where the challenge was answered after all, that answer comes back.
   *
   * @throws when the provider cannot say now
   */
  giveUpChallenge(attemptId: string, signal: AbortSignal): Promise<ProviderOutcome>;
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
  | {
      outcome: 'soft_decline' | 'hard_decline';
      reference: string;
      /** In the acquirer's own words: for the merchant, never for the shopper. */
      message: string;
      reason: DeclineReason;
      /** The acquirer declined, not the card's issuer: another acquirer may be asked at once. */
      mayTryAnother?: boolean;
    }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'challenge'; reference: string; url: string };

/** What a provider answers to a status query about an attempt. */
export type ProviderOutcome = ProviderAnswer | { outcome: 'never_seen' } | { outcome: 'abandoned' };

/** The port to a provider of payouts. */
export interface PayoutProvider {
  /**
   * Pays out once. `attempt.id` is the provider's idempotency key.
   *
   * @throws when the answer is not known: that is never a refusal
   */
  pay(attempt: PayoutAttempt, signal: AbortSignal): Promise<PayoutAnswer>;

  /**
   * The outcome of an attempt. `never_seen` is a promise, as it is for cards.
   *
   * @throws when the provider cannot say now
   */
  findOutcome(attemptId: string, signal: AbortSignal): Promise<PayoutProviderOutcome>;
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

/** What a provider answers to a status query about a payout. */
export type PayoutProviderOutcome = PayoutAnswer | { outcome: 'never_seen' };
