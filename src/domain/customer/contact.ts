import { normalizeText } from '../text.ts';

/** Invisible characters: zero-width and bidirectional marks, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu;
/** Separators that people write between the digits of a telephone number. */
const PHONE_SEPARATOR = /[\s\p{Pd}\u2212.()/]/gu;
const PHONE = /^(?:\+|00)([0-9]+)$/;

/** Normalizes an e-mail address. Lower case is safe: no acquirer distinguishes addresses by case. */
export function normalizeEmail(text: string): string {
  return visible(text).trim().toLowerCase();
}

/** Normalizes a telephone number to `+` and digits. Any other text only loses its separators. */
export function normalizePhone(text: string): string {
  const compact = visible(text).replace(PHONE_SEPARATOR, '');
  const digits = PHONE.exec(compact)?.[1];
  return digits === undefined ? compact : `+${digits}`;
}

/** Masks a telephone number: hides all digits but those in the last four characters. */
export function maskPhone(phone: string): string {
  return phone.slice(0, -4).replaceAll(/[0-9]/g, '*') + phone.slice(-4);
}

function visible(text: string): string {
  return normalizeText(text, 'NFKC').replace(INVISIBLE, '');
}
