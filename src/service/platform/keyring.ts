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
 * What rests in the database only sealed or hashed goes through here. All keys come from `MASTER_KEY`;
 * a thief of the database alone has neither secrets nor card numbers to guess at.
 */
export interface Keyring {
  /** What values begin with that are sealed under the current key. */
  keyId: Buffer;
  /**
   * AES-256-GCM; purpose and row are authenticated, so that somebody who can write to the database cannot
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

/**
 * What goes through the keyring, and for what: the purpose is part of every sealed value and of every
 * fingerprint, so that none of them can stand in the place of another. A text that changes here makes
 * unreadable what was sealed under it, and unfindable what was fingerprinted.
 */

/** Sealed, to be opened again. */
export const SEALED = {
  apiKeySecret: 'api key secret',
  webhookSecret: 'webhook secret',
  terminalCredentials: 'terminal credentials',
  totpSecret: 'totp secret',
  /** What a link offers an authenticator, on its way through the browser that opened it. */
  offeredTotp: 'offered totp secret',
  masterKeyCheck: 'master key check',
  fingerprintKey: 'fingerprint key',
  /** What the payer of an order is known by elsewhere: taxpayer and identity numbers. */
  payerDetails: 'payer details',
  /** Where alerts go, which for a hook lets anybody write there, and what their webhooks are signed by. */
  alertAddress: 'alert address',
  alertSecret: 'alert secret',
} as const;
export type SealingPurpose = (typeof SEALED)[keyof typeof SEALED];

/** Fingerprinted, to be found again and never read. */
export const FINGERPRINTED = {
  /** On a merchant's block list, by kind; also the card of an attempt. */
  card: 'card',
  email: 'email',
  phone: 'phone',
  /** The payer's, of an attempt at a payin. */
  cpf: 'cpf',
  /** What different cards that failed are counted by: an address, a card's first digits, an e-mail. */
  failedCard: 'failed card',
  /** The account that a payout goes to. */
  destination: 'destination',
  /** What a create request said in one of its fields, once that is erased. */
  requestField: 'request field',
  /** A secret that is shown and recorded as what it is compared by. */
  secret: 'secret',
  /** What lets somebody in, with all that it grants: `operator/grants.ts`. */
  grant: 'grant',
  /** What a passkey is to sign, and until when: only this service can have made it. */
  passkeyChallenge: 'passkey challenge',
  /** A row of the audit, with the fingerprint of the row before it. */
  auditRow: 'audit row',
  /** Which row of a cell's audit is the last. */
  auditHead: 'audit head',
} as const;
export type FingerprintPurpose = (typeof FINGERPRINTED)[keyof typeof FINGERPRINTED];

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key that values are sealed under, derived from a master key, and what it is known by. */
export interface SealingKey {
  /** Says nothing of the key; values that are sealed under it begin with it. */
  id: Buffer;
  /** Node takes several times longer to start from a key's bytes. */
  key: KeyObject;
}

/** The one that seals, and others that open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];

export function sealingKey(masterKey: Uint8Array): SealingKey {
  return {
    id: derive(masterKey, 'tollgate key id v1', KEY_ID_BYTES),
    key: createSecretKey(derive(masterKey, 'tollgate sealing v1', KEY_BYTES)),
  };
}

/** Where a sealed value belongs: what it is for, and the id of its row. Both are authenticated. */
export interface Place {
  purpose: SealingPurpose;
  rowId: string;
}

/** AES-256-GCM: nonce, tag and text. What was sealed before keys had ids is this alone. */
function sealUnnamed({ key }: SealingKey, place: Place, secret: string): Buffer {
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

function derive(masterKey: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, bytes));
}
