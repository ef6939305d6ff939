/**
 * Why a card was declined, in the words that every adapter translates its acquirer's codes into. What
 * a shopper or an operator reads follows from these, and never from an acquirer's prose.
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
  'stolen',
  'fraud',
  'closed_account',
  'try_later',
  'other',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/**
 * What the scheme or the issuer advises beside declining. `do_not_try_again` means that this card is not
 * to be charged by this merchant again, which schemes fine.
 */
export type DeclineAdvice = 'do_not_try_again' | 'try_again_later' | 'confirm_card_data';
