import { findCardNumber } from '#domain/card/find-number.ts';
import { normalizeEmail, normalizePhone } from '#domain/customer/contact.ts';
import { accountOf, accountsNamedBy, blockedAccount } from '#domain/order/account.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { BlockedValueTable } from '../platform/database/schema.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';

export type BlockedKind = BlockedValueTable['kind'];

/** Functions that convert a value of each kind to the one spelling that block lists compare. */
const NORMALIZERS = {
  email: normalizeEmail,
  phone: normalizePhone,
  destination: blockedAccount,
  card: (value) => findCardNumber(value) ?? value,
} as const satisfies Record<BlockedKind, (value: string) => string>;

/** Returns a value's fingerprint for block lists, which is the same for every spelling of the value. */
export function blockFingerprint(keyring: Keyring, kind: BlockedKind, value: string): Buffer {
  return keyring.fingerprint(FINGERPRINTED[kind], NORMALIZERS[kind](value));
}

/** Returns the fingerprints of a customer's e-mail and phone, as far as they are given. */
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

/** Returns the fingerprint by which a payout's destination is found, which is the same for every spelling. */
export function destinationFingerprint(
  keyring: Keyring,
  source: PaymentSource,
  destination: string,
): Buffer {
  return keyring.fingerprint(FINGERPRINTED.destination, accountOf(source, destination));
}

/** Returns the fingerprints of all accounts that a filter's value may name. */
export function destinationFingerprintsFor(keyring: Keyring, text: string): Buffer[] {
  return accountsNamedBy(text).map((account) =>
    keyring.fingerprint(FINGERPRINTED.destination, account),
  );
}
