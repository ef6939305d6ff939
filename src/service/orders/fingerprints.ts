import { findCardNumber } from '#domain/card/find-number.ts';
import { normalizeEmail, normalizePhone } from '#domain/customer/contact.ts';
import { accountOf, accountsNamedBy, blockedAccount } from '#domain/order/account.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { BlockedValueTable } from '../platform/database/schema.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';

export type BlockedKind = BlockedValueTable['kind'];

/** The one spelling of each kind of value that block lists compare. */
const SPELLINGS = {
  email: normalizeEmail,
  phone: normalizePhone,
  destination: blockedAccount,
  card: (value) => findCardNumber(value) ?? value,
} as const satisfies Record<BlockedKind, (value: string) => string>;

/** The fingerprint a value has in the block lists, the same however the value is spelled. */
export function blockFingerprint(keyring: Keyring, kind: BlockedKind, value: string): Buffer {
  return keyring.fingerprint(FINGERPRINTED[kind], SPELLINGS[kind](value));
}

/** Fingerprints of what a customer says of themselves, as far as it is given. */
export function customerFingerprints(
  keyring: Keyring,
  customer: { email?: string | undefined; phone?: string | undefined },
): Buffer[] {
  const { email, phone } = customer;
  return [
    ...(email === undefined ? [] : [blockFingerprint(keyring, 'email', email)]),
    ...(phone === undefined ? [] : [blockFingerprint(keyring, 'phone', phone)]),
  ];
}

/** What a payout's destination is found and compared by: the same for every spelling of an account. */
export function destinationFingerprint(
  keyring: Keyring,
  source: PaymentSource,
  destination: string,
): Buffer {
  return keyring.fingerprint(FINGERPRINTED.destination, accountOf(source, destination));
}

/** The same of every account that a filter's value may name. */
export function fingerprintsNamedBy(keyring: Keyring, text: string): Buffer[] {
  return accountsNamedBy(text).map((account) =>
    keyring.fingerprint(FINGERPRINTED.destination, account),
  );
}
