import { normalizePhone } from '../customer/contact.ts';
import { normalizeText } from '../text.ts';
import { cardNumberIn } from './destination.ts';
import { PAYMENT_SOURCES, type PaymentSource } from './payment-source.ts';

const UNSEEN = /[\s\p{Cf}]/gu;
const PHONE = /^\+[1-9][0-9]{4,14}$/;
const MASKED = /^(?:[0-9]{6}\*{2,9}[0-9]{4}|\*+)$/;

/**
 * The account that a destination names, in one spelling: two destinations of a kind are the same when
 * this is the same. Cards count by their digits, telephone numbers by theirs, crypto addresses to the
 * letter, all others without regard to spaces and case, as an IBAN is written in either.
 */
export function accountOf(source: PaymentSource, destination: string): string {
  const phone = phoneIn(destination);
  if (source === 'PHONE' && phone !== undefined) return phone;
  const compact = normalizeText(destination, 'NFKC').replace(UNSEEN, '');
  const known = cardNumberIn(source, destination);
  if (known !== undefined) return known;
  return source === 'CRYPTO' ? compact : (phone ?? compact.toUpperCase());
}

/** Every account that a text may name where its kind is not known: a filter's value. */
export function accountsNamedBy(text: string): string[] {
  return [...new Set(PAYMENT_SOURCES.map((source) => accountOf(source, text)))];
}

/** The one that stands for it on a block list, whatever kind of method is paid by. */
export function blockedAccount(destination: string): string {
  return accountOf('P2P', destination);
}

/** A card number as `maskDestination` shows it. */
export function isMasked(text: string): boolean {
  return MASKED.test(text);
}

/** Only what is written with its country: other digits may be any account. */
function phoneIn(destination: string): string | undefined {
  const phone = normalizePhone(destination);
  return destination.includes('+') && PHONE.test(phone) ? phone : undefined;
}
