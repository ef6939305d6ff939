import { findCardNumber } from '#domain/card/find-number.ts';
import { storableStart } from '#domain/text.ts';

const MAX_LENGTH = 255;
/**
 * Limits the search, because answers may be a megabyte. Twice the maximum length also finds a card number that
 * begins in the returned part and ends after it.
 */
const SEARCHED_LENGTH = 2 * MAX_LENGTH;

/**
 * Returns the first non-empty text of an acquirer, for the merchant. Returns `declined` if there is none, or if it
 * contains a card number.
 */
export function declineMessage(...texts: (string | undefined)[]): string {
  const words = texts.find(Boolean)?.slice(0, SEARCHED_LENGTH) ?? '';
  if (words === '' || findCardNumber(words) !== undefined) return 'declined';
  return storableStart(words, MAX_LENGTH);
}
