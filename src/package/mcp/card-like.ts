import { findCardNumber } from '#domain/card/find-number.ts';
import { normalizeText } from '#domain/text.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;
/** A line's end as text has it, and as somebody writes who escapes it once more. */
const ESCAPED_SPACE = /\\[nrtf]/g;
const PUNCTUATION = /[\p{P}\p{S}]+/gu;

/**
 * Whether anything that an agent sent looks like a card number: in any member or name, by any digits, over
 * several lines, with whatever punctuation between. It is stricter than the service, for no tool needs such text.
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
