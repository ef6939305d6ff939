import {
  createHmac,
  createSecretKey,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * Seals (encrypts) and fingerprints (hashes) what the database must not hold in clear. All keys come from `MASTER_KEY`:
 * a stolen copy of the database reveals no secrets, and its hashes cannot be tested against guessed card numbers.
 */
export interface Keyring {
  /** The id of the current key; values sealed under that key begin with it. */
  keyId: Buffer;
  /**
   * Encrypts with AES-256-GCM. Purpose and row id are authenticated, so that a person who can write to the database
   * cannot move a sealed value to another column or row, such as a key's secret to another merchant.
   */
  seal(purpose: SealingPurpose, rowId: string, secret: string): Buffer;
  /** @throws if the bytes were not sealed under a known master key for this purpose and row */
  unseal(purpose: SealingPurpose, rowId: string, sealed: Uint8Array): string;
  /**
   * Seals the same secret under the current key, with the key's id.
   *
   * @throws as `unseal` does
   */
  reseal(purpose: SealingPurpose, rowId: string, sealed: Uint8Array): Buffer;
  /** Returns the HMAC-SHA-256 of a value that must be searchable but never readable: card numbers, block lists. */
  fingerprint(purpose: FingerprintPurpose, value: string): Buffer;
}

interface KeyringParts {
  keys: SealingKeys;
  fingerprintKey: Uint8Array;
}

export function createKeyring({ keys, fingerprintKey }: KeyringParts): Keyring {
  const [current] = keys;
  const key = createSecretKey(fingerprintKey);
  return {
    keyId: current.id,
    seal: (purpose, rowId, secret) => sealUnder(current, { purpose, rowId }, secret),
    unseal: (purpose, rowId, sealed) => unseal(keys, { purpose, rowId }, sealed),
    reseal: (purpose, rowId, sealed) =>
      sealUnder(current, { purpose, rowId }, unseal(keys, { purpose, rowId }, sealed)),
    fingerprint: (purpose, value) =>
      createHmac('sha256', key).update(`${purpose}\0${value}`).digest(),
  };
}

/** Derives the fingerprint key of a database that was first sealed under this master key. */
export function firstFingerprintKey(masterKey: Uint8Array): Buffer {
  return derive(masterKey, 'tollgate fingerprint v1');
}

/**
 * The purposes of sealed values and fingerprints. The purpose is part of every sealed value and fingerprint, so that
 * none can replace another. A change to one of these texts makes everything sealed under it unreadable, and everything
 * fingerprinted under it unfindable.
 */

/** Purposes of sealed values, which can be opened again. */
export const SEALED = {
  apiKeySecret: 'api key secret',
  webhookSecret: 'webhook secret',
  terminalCredentials: 'terminal credentials',
  /** What a browser keeps while its person signs in at the provider. */
  providerSignIn: 'provider sign-in',
  masterKeyCheck: 'master key check',
  fingerprintKey: 'fingerprint key',
  /** The taxpayer and identity numbers of an order's payer. */
  payerDetails: 'payer details',
  /**
   * The address of an alert channel (anybody with a hook's URL can post to it), and the key that signs its webhooks.
   */
  alertAddress: 'alert address',
  alertSecret: 'alert secret',
} as const;
export type SealingPurpose = (typeof SEALED)[keyof typeof SEALED];

/** Purposes of fingerprints, which can be searched for but never read. */
export const FINGERPRINTED = {
  /** The kinds of a merchant's block list; also the card of an attempt. */
  card: 'card',
  email: 'email',
  phone: 'phone',
  /** The taxpayer number of an attempt's payer. */
  cpf: 'cpf',
  /** The key by which different declined cards are counted: an address, first digits, or an e-mail. */
  failedCard: 'failed card',
  /** The account that a payout goes to. */
  destination: 'destination',
  /** A field of a create request whose text was erased. */
  requestField: 'request field',
  /** A secret; answers and the audit show its fingerprint instead. */
  secret: 'secret',
  /** A row that grants or directs, and the audit row that made it: `platform/bound-rows.ts`. */
  boundRow: 'bound row',
  /** The addresses that an order was created with. */
  orderAddresses: 'order addresses',
  /** The network of a visitor who made a payin by a link. */
  linkVisitor: 'link visitor',
  /** Where a webhook goes. */
  webhookDestination: 'webhook destination',
  /** A passkey's challenge and its expiry: proof that this service issued it. */
  passkeyChallenge: 'passkey challenge',
  /** A row of the audit together with the fingerprint of the previous row. */
  auditRow: 'audit row',
  /** The last row of the audit. */
  auditHead: 'audit head',
} as const;
export type FingerprintPurpose = (typeof FINGERPRINTED)[keyof typeof FINGERPRINTED];

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for sealing, derived from a master key, and its id. */
export interface SealingKey {
  /** Reveals nothing about the key. Values sealed under the key begin with it. */
  id: Buffer;
  /** A `KeyObject`, because Node takes several times longer with raw bytes. */
  key: KeyObject;
}

/** The key that seals, and further keys that only open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];

export function sealingKey(masterKey: Uint8Array): SealingKey {
  return {
    id: derive(masterKey, 'tollgate key id v1', KEY_ID_BYTES),
    key: createSecretKey(derive(masterKey, 'tollgate sealing v1', KEY_BYTES)),
  };
}

/** Where a sealed value belongs: its purpose, and the id of its row. Both are authenticated. */
export interface SealingContext {
  purpose: SealingPurpose;
  rowId: string;
}

/** Seals with AES-256-GCM into the key's id, nonce, tag and ciphertext. */
export function sealUnder(
  { id, key }: SealingKey,
  context: SealingContext,
  secret: string,
): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(associatedData(context));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), sealed]);
}

/** @throws if none of the keys sealed the bytes for this place */
export function unseal(
  keys: readonly SealingKey[],
  context: SealingContext,
  sealed: Uint8Array,
): string {
  const bytes = Buffer.from(sealed);
  const sealedBy = keys.find(({ id }) => beginsWithKeyId(bytes, id));
  if (sealedBy === undefined) throw new Error(`A sealed ${context.purpose} has another key's id`);
  return open(sealedBy, context, bytes.subarray(KEY_ID_BYTES));
}

function beginsWithKeyId(sealed: Uint8Array, id: Uint8Array): boolean {
  return Buffer.from(sealed).subarray(0, KEY_ID_BYTES).equals(id);
}

function open({ key }: SealingKey, context: SealingContext, bytes: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(associatedData(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** Returns the associated data. Purposes contain no NUL, so no two places give the same bytes. */
function associatedData({ purpose, rowId }: SealingContext): Buffer {
  return Buffer.from(`${purpose}\0${rowId}`);
}

function derive(masterKey: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, bytes));
}
