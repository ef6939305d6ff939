import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { Sensitive } from '#domain/card/sensitive.ts';
import type { Currency } from '#domain/money.ts';

/** What passes between the use cases and an acquirer, in either direction (`acquirer.ts`). */

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
      /** The acquirer's code, where its adapter's table does not know it: counted, so that it gets mapped. */
      unmappedCode?: string;
      /** Kept with the attempt. */
      advice?: DeclineAdvice;
      /** The acquirer declined, not the card's issuer: another acquirer may be asked at once. */
      mayTryAnother?: boolean;
    }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'challenge'; reference: string; url: string };

/** What a provider answers to a status query about an attempt. */
export type ProviderOutcome = ProviderAnswer | { outcome: 'never_seen' } | { outcome: 'abandoned' };

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
