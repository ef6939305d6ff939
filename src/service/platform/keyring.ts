import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { FingerprintPurpose, SealingPurpose } from './keyring-purposes.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * What rests in the database only sealed or hashed goes through here. Both keys are derived from
 * `MASTER_KEY`; whoever has the database without it has neither secrets nor card numbers to guess at.
 */
export interface Keyring {
  /**
   * AES-256-GCM; purpose and row are authenticated, so that whoever can write to the database cannot
   * move a sealed value to another column, nor to another row: a key's secret to another merchant.
   */
  seal(purpose: SealingPurpose, rowId: string, secret: string): Buffer;
  /** @throws when the bytes were not sealed under this master key for this purpose and row. */
  unseal(purpose: SealingPurpose, rowId: string, sealed: Uint8Array): string;
  /** Keyed SHA-256 of a value that must be found again but never read: card numbers, block lists. */
  fingerprint(purpose: FingerprintPurpose, value: string): Buffer;
}

export function createKeyring(masterKey: Uint8Array): Keyring {
  const sealingKey = derive(masterKey, 'tollgate sealing v1');
  const fingerprintKey = derive(masterKey, 'tollgate fingerprint v1');
  return {
    seal(purpose, rowId, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealingKey, nonce).setAAD(place(purpose, rowId));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    unseal(purpose, rowId, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv(ALGORITHM, sealingKey, bytes.subarray(0, NONCE_BYTES))
        .setAAD(place(purpose, rowId))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    fingerprint(purpose, value) {
      return createHmac('sha256', fingerprintKey).update(`${purpose}\0${value}`).digest();
    },
  };
}

/** Where a sealed value belongs. A purpose holds no NUL, so that no two places read alike. */
function place(purpose: string, rowId: string): Buffer {
  return Buffer.from(`${purpose}\0${rowId}`);
}

function derive(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, KEY_BYTES));
}
