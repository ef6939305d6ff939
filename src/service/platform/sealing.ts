import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SealingPurpose } from './keyring-purposes.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key that values are sealed under, derived from a master key, and what it is known by. */
export interface SealingKey {
  /** Says nothing of the key; values that are sealed under it begin with it. */
  id: Buffer;
  key: Buffer;
}

/** The one that seals, and others that open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];

export function sealingKey(masterKey: Uint8Array): SealingKey {
  return {
    id: derive(masterKey, 'tollgate key id v1', KEY_ID_BYTES),
    key: derive(masterKey, 'tollgate sealing v1', KEY_BYTES),
  };
}

/** Where a sealed value belongs: what it is for, and the id of its row. Both are authenticated. */
export interface Place {
  purpose: SealingPurpose;
  rowId: string;
}

/** AES-256-GCM: nonce, tag and text. What was sealed before keys had ids is this alone. */
export function sealUnnamed({ key }: SealingKey, place: Place, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(associated(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The same behind the id of the key. */
export function sealNamed(key: SealingKey, place: Place, secret: string): Buffer {
  return Buffer.concat([key.id, sealUnnamed(key, place, secret)]);
}

/** @throws when the bytes were sealed under none of the keys for this place */
export function unseal(keys: readonly SealingKey[], place: Place, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const named = keys.find(({ id }) => namesKey(bytes, id));
  if (named !== undefined) return open(named, place, bytes.subarray(KEY_ID_BYTES));
  const opened = keys.map((key) => attempted(() => open(key, place, bytes)));
  const text = opened.find((result) => result !== undefined);
  if (text === undefined) throw new Error(`A sealed ${place.purpose} cannot be opened`);
  return text;
}

export function namesKey(sealed: Uint8Array, id: Uint8Array): boolean {
  return Buffer.from(sealed).subarray(0, KEY_ID_BYTES).equals(id);
}

function open({ key }: SealingKey, place: Place, bytes: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(associated(place))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

function attempted<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** A purpose holds no NUL, so that no two places read alike. */
function associated({ purpose, rowId }: Place): Buffer {
  return Buffer.from(`${purpose}\0${rowId}`);
}

export function derive(masterKey: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, bytes));
}
