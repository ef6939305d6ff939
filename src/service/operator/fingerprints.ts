import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';

const SHOWN_CHARACTERS = 12;

/**
 * Replaces secrets with fingerprints, which may be shown and recorded: equal secrets have equal fingerprints, and a
 * fingerprint does not reveal the secret.
 */
export function fingerprints(keyring: Keyring, secrets: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => {
      const fingerprint = keyring.fingerprint(FINGERPRINTED.secret, JSON.stringify(secret));
      return [name, `fingerprint ${fingerprint.toString('hex').slice(0, SHOWN_CHARACTERS)}`];
    }),
  );
}
