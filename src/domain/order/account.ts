import { normalizePhone } from '../customer/contact.ts';
import { normalizeText } from '../text.ts';
import { cardNumberIn } from './destination.ts';
import { PAYMENT_SOURCES, type PaymentSource } from './payment-source.ts';

const UNSEEN = /[\s\p{Cf}]/gu;
const PHONE = /^\+[1-9][0-9]{4,14}$/;
const MASKED = /^(?:[0-9]{6}\*{2,9}[0-9]{4}|\*+)$/;

/**
 * Returns the account that a destination names, normalized: two destinations of a kind are the same if this is the
 * same. Compares cards and telephone numbers by their digits, crypto addresses by the letter, and all others without
 * spaces and case, since an IBAN may be written either way.
 */
export function accountOf(source: PaymentSource, destination: string): string {
  const phone = phoneIn(destination);
  if (source === 'PHONE' && phone !== undefined) return phone;
  const compact = normalizeText(destination, 'NFKC').replace(UNSEEN, '');
  const known = cardNumberIn(source, destination);
  if (known !== undefined) return known;
  return source === 'CRYPTO' ? compact : (phone ?? compact.toUpperCase());
}

/** Returns every account that a text may name if its kind is unknown, as in a filter's value. */
export function accountsNamedBy(text: string): string[] {
  return [...new Set(PAYMENT_SOURCES.map((source) => accountOf(source, text)))];
}

/** Returns the key of a destination on block lists, whatever the kind of payment method. */
export function blockedAccount(destination: string): string {
  return accountOf('P2P', destination);
}

/** Recognizes a card number masked by `maskDestination`. */
export function isMasked(text: string): boolean {
  return MASKED.test(text);
}

/** Returns the normalized telephone number if it has a country code. Other digits may be any account. */
function phoneIn(destination: string): string | undefined {
  const phone = normalizePhone(destination);
  return destination.includes('+') && PHONE.test(phone) ? phone : undefined;
}
