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
