/**
 * Why a card was declined. Every adapter translates its acquirer's codes into these. Texts for shoppers and operators
 * are derived from them, never from an acquirer's prose.
 */
export const DECLINE_REASONS = [
  'insufficient_funds',
  'incorrect_number',
  'incorrect_code',
  'expired_card',
  'limit',
  'under_minimum',
  'not_permitted',
  'not_authenticated',
  'cancelled',
  'unanswered',
  'stolen',
  'fraud',
  'closed_account',
  'try_later',
  'other',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/**
 * The advice that a scheme or issuer sends with a decline. `do_not_try_again`: this merchant must not charge this
 * card again; schemes fine merchants who do.
 */
export type DeclineAdvice = 'do_not_try_again' | 'try_again_later' | 'confirm_card_data';
