import { findCardNumber } from '#domain/card/find-number.ts';

const MAX_LENGTH = 255;
/** Acquirers answer with up to a megabyte: a card number that begins in what is repeated ends in this. */
const SEARCHED_LENGTH = 2 * MAX_LENGTH;

/** The first of an acquirer's own words that are any, for the merchant; words that hold a card number are not repeated. */
export function declineMessage(...said: (string | undefined)[]): string {
  const words = said.find(Boolean)?.slice(0, SEARCHED_LENGTH) ?? '';
  if (words === '' || findCardNumber(words) !== undefined) return 'declined';
  return words.slice(0, MAX_LENGTH);
}
