import { createHmac, createSecretKey } from 'node:crypto';
import type { FingerprintPurpose, SealingPurpose } from './keyring-purposes.ts';
import { derive, sealNamed, sealUnnamed, unseal, type SealingKeys } from './sealing.ts';

/**
 * What rests in the database only sealed or hashed goes through here. All keys come from `MASTER_KEY`;
 * whoever has the database without it has neither secrets nor card numbers to guess at.
 */
export interface Keyring {
  /** What values begin with that are sealed under the current key. */
  keyId: Buffer;
  /**
   * AES-256-GCM; purpose and row are authenticated, so that whoever can write to the database cannot
   * move a sealed value to another column, nor to another row: a key's secret to another merchant.
   */
  seal(purpose: SealingPurpose, rowId: string, secret: string): Buffer;
  /** @throws when the bytes were not sealed under a master key that is known, for this purpose and row. */
  unseal(purpose: SealingPurpose, rowId: string, sealed: Uint8Array): string;
  /** The same secret under the current key, with its id. @throws as `unseal` does */
  reseal(purpose: SealingPurpose, rowId: string, sealed: Uint8Array): Buffer;
  /** Keyed SHA-256 of a value that must be found again but never read: card numbers, block lists. */
  fingerprint(purpose: FingerprintPurpose, value: string): Buffer;
}

interface KeyringParts {
  keys: SealingKeys;
  fingerprintKey: Uint8Array;
  /** Whether values name their key; the release before cannot open those that do. */
  named: boolean;
}

export function createKeyring({ keys, fingerprintKey, named }: KeyringParts): Keyring {
  const [current] = keys;
  const seal = named ? sealNamed : sealUnnamed;
  // Node takes several times longer to start from a key's bytes.
  const key = createSecretKey(fingerprintKey);
  return {
    keyId: current.id,
    seal: (purpose, rowId, secret) => seal(current, { purpose, rowId }, secret),
    unseal: (purpose, rowId, sealed) => unseal(keys, { purpose, rowId }, sealed),
    reseal: (purpose, rowId, sealed) =>
      sealNamed(current, { purpose, rowId }, unseal(keys, { purpose, rowId }, sealed)),
    fingerprint: (purpose, value) =>
      createHmac('sha256', key).update(`${purpose}\0${value}`).digest(),
  };
}

/** What fingerprints are keyed by in a database that was first sealed under this master key. */
export function firstFingerprintKey(masterKey: Uint8Array): Buffer {
  return derive(masterKey, 'tollgate fingerprint v1');
}
