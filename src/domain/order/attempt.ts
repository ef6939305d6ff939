/** How an attempt to charge a card ended. */
export type AttemptOutcome =
  | 'approved'
  | 'soft_decline'
  | 'hard_decline'
  | 'never_seen'
  | 'not_taken'
  | 'abandoned';

/** How an attempt to pay out ended. */
export type PayoutOutcome = 'paid' | 'refused' | 'never_seen';
/** How an attempt to refund ended. */
export type RefundOutcome = 'refunded' | 'refused' | 'never_seen';

/** Caps what payment methods allow, so that a page cannot serve card testing (decision 5). */
export const MAX_ATTEMPTS_PER_ORDER = 5;

/** Returns how many attempts a shopper has left, given how many were made and how many of those were declined. */
export function attemptsLeft(
  maxAttempts: number,
  { made, declined }: { made: number; declined: number },
): number {
  return Math.max(0, Math.min(maxAttempts - declined, MAX_ATTEMPTS_PER_ORDER - made));
}
