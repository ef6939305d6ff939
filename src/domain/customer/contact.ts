import { normalizeText } from '../text.ts';

/** What nobody sees in a text: zero-width and bidirectional marks, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu;
/** What people write between the digits of a telephone number. */
const PHONE_SEPARATOR = /[\s\p{Pd}\u2212.()/]/gu;
const PHONE = /^(?:\+|00)([0-9]+)$/;

/** An e-mail address in one spelling: providers tell no addresses apart by case. */
export function normalizeEmail(text: string): string {
  return visible(text).trim().toLowerCase();
}

/** A telephone number in one spelling, `+` and digits; a text that is none, without what separates. */
export function normalizePhone(text: string): string {
  const compact = visible(text).replace(PHONE_SEPARATOR, '');
  const digits = PHONE.exec(compact)?.[1];
  return digits === undefined ? compact : `+${digits}`;
}

function visible(text: string): string {
  return normalizeText(text, 'NFKC').replace(INVISIBLE, '');
}
