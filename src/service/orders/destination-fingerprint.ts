import { accountOf, accountsNamedBy } from '#domain/order/account.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { FINGERPRINTED } from '../platform/keyring-purposes.ts';
import type { Keyring } from '../platform/keyring.ts';

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
