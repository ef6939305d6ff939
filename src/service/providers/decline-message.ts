import { findCardNumber } from '#domain/card/find-number.ts';

const MAX_LENGTH = 255;

/** An acquirer's own words, for the merchant; words that hold a card number are not repeated. */
export function declineMessage(said: string | undefined): string {
  if (said === undefined || said === '' || findCardNumber(said) !== undefined) return 'declined';
  return said.slice(0, MAX_LENGTH);
}
