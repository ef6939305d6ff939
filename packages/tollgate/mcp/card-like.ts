import { findCardNumber } from '../../../src/domain/card/find-number.ts';
import { normalizeText } from '../../../src/domain/text.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;
/** An escaped line break or tab in text that somebody escaped once more. */
const ESCAPED_SPACE = /\\[nrtf]/g;
const PUNCTUATION = /[\p{P}\p{S}]+/gu;

/**
 * Tells whether anything that an agent sent looks like a card number: in any value or member name, in any digits,
 * across lines, with any punctuation between. Stricter than the service, because no tool needs such text.
 */
export function holdsCardLike(value: unknown): boolean {
  if (typeof value === 'string') return isCardLike(value);
  if (typeof value === 'number' || typeof value === 'bigint') return isCardLike(String(value));
  if (Array.isArray(value)) return isCardLike(value.join('\n')) || value.some(holdsCardLike);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => isCardLike(name) || holdsCardLike(member));
}

function isCardLike(text: string): boolean {
  if (findCardNumber(text) !== undefined) return true;
  const plain = normalizeText(text, 'NFKC').replace(UUID, 'id').replace(ESCAPED_SPACE, ' ');
  return findCardNumber(plain.replace(PUNCTUATION, ' ')) !== undefined;
}
