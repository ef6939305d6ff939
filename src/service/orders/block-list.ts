import type { BlockedValueTable } from '../database/schema.ts';
import type { Keyring } from '../keyring.ts';

export type BlockedKind = BlockedValueTable['kind'];

/** The fingerprint a value has in the block lists. E-mail addresses count without regard to case. */
export function blockFingerprint(keyring: Keyring, kind: BlockedKind, value: string): Buffer {
  return keyring.fingerprint(kind, kind === 'email' ? value.toLowerCase() : value);
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
