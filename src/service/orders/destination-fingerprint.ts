import { accountOf, accountsNamedBy } from '#domain/order/account.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { Keyring } from '../keyring.ts';

/** What destinations are hashed for; see `Keyring`. */
const DESTINATION_PURPOSE = 'destination';

/** What a payout's destination is found and compared by: the same for every spelling of an account. */
export function destinationFingerprint(
  keyring: Keyring,
  source: PaymentSource,
  destination: string,
): Buffer {
  return keyring.fingerprint(DESTINATION_PURPOSE, accountOf(source, destination));
}

/** The same of every account that a filter's value may name. */
export function fingerprintsNamedBy(keyring: Keyring, text: string): Buffer[] {
  return accountsNamedBy(text).map((account) => keyring.fingerprint(DESTINATION_PURPOSE, account));
}
