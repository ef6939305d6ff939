import type { Selectable } from 'kysely';
import type { Db, KeyringCheckTable } from './database/schema.ts';
import {
  SEALED,
  createKeyring,
  firstFingerprintKey,
  beginsWithKeyId,
  sealingKey,
  sealWithKeyId,
  unseal,
  type Keyring,
  type SealingContext,
  type SealingKeys,
} from './keyring.ts';
import { StartError } from './start-error.ts';

/** The environment's master keys: the current one seals, the previous one only opens. */
export interface MasterKeys {
  current: Uint8Array;
  previous: Uint8Array | undefined;
}

/** The id of the only row of `keyring_check`. */
const ROW = 1;
const CHECK: SealingContext = { purpose: SEALED.masterKeyCheck, rowId: String(ROW) };
const FINGERPRINT_KEY: SealingContext = { purpose: SEALED.fingerprintKey, rowId: String(ROW) };
const KNOWN_TEXT = 'tollgate';

/** Whether a master key has sealed anything in this database. */
export async function isSealed(db: Db): Promise<boolean> {
  return (await selectCheck(db)) !== undefined;
}

/**
 * Checks the master keys against the database. The first start seals a known text; every later start opens it with
 * either key. If two first starts race, one seals, and the other must have the same key.
 *
 * Fingerprints cannot be made again under another key, because the original values are not kept. So their key is
 * derived from the first master key and then stored sealed, like any secret (decision 018).
 *
 * @throws StartError if the database was sealed under another key
 */
export async function openKeyring(db: Db, masterKeys: MasterKeys): Promise<Keyring> {
  const current = sealingKey(masterKeys.current);
  await insertCheck(db, sealWithKeyId(current, CHECK, KNOWN_TEXT));
  const check = await selectCheck(db);
  const master = check && masterKeyOf(check, masterKeys);
  if (check === undefined || master === undefined) throw new StartError(WRONG_MASTER_KEY);
  const previous = masterKeys.previous && sealingKey(masterKeys.previous);
  const keys: SealingKeys = previous === undefined ? [current] : [current, previous];
  return createKeyring({
    keys,
    fingerprintKey: await fingerprintKeyOf(db, check, keys, master),
    // Until its first rotation, a database of the previous release keeps the format that release can read.
    writesKeyIds: previous !== undefined || beginsWithKeyId(check.sealed, current.id),
  });
}

const WRONG_MASTER_KEY =
  'The secrets of this database are encrypted under another master key. Start with that key, as ' +
  'MASTER_KEY, or as MASTER_KEY_PREVIOUS beside a new one: without it, every API key, webhook secret and ' +
  'block list would be lost.';

/** Returns the key that opens the known text. */
function masterKeyOf(
  { sealed }: KeyringCheck,
  { current, previous }: MasterKeys,
): Uint8Array | undefined {
  const candidates = previous === undefined ? [current] : [current, previous];
  return candidates.find((key) => opens(key, sealed));
}

function opens(masterKey: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return unseal([sealingKey(masterKey)], CHECK, sealed) === KNOWN_TEXT;
  } catch {
    return false;
  }
}

/**
 * Opens the fingerprint key; the first start that finds none derives and seals it. Concurrent starts derive the same
 * key, and only the first write counts.
 *
 * @param master the master key that the database is sealed under so far
 */
async function fingerprintKeyOf(
  db: Db,
  { fingerprint_key_sealed: sealed }: KeyringCheck,
  keys: SealingKeys,
  master: Uint8Array,
): Promise<Buffer> {
  if (sealed !== null) return Buffer.from(unseal(keys, FINGERPRINT_KEY, sealed), 'base64');
  const made = firstFingerprintKey(master);
  await setFingerprintKey(db, sealWithKeyId(keys[0], FINGERPRINT_KEY, made.toString('base64')));
  return made;
}

export type KeyringCheck = Pick<Selectable<KeyringCheckTable>, 'sealed' | 'fingerprint_key_sealed'>;

/** Keeps an existing value, which another start may have written. */
async function insertCheck(db: Db, sealed: Uint8Array): Promise<void> {
  await db
    .insertInto('keyring_check')
    .values({ id: ROW, sealed, fingerprint_key_sealed: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function selectCheck(db: Db): Promise<KeyringCheck | undefined> {
  return db
    .selectFrom('keyring_check')
    .select(['sealed', 'fingerprint_key_sealed'])
    .executeTakeFirst();
}

/** Keeps an existing value, which another start may have written. */
export async function setFingerprintKey(db: Db, sealed: Uint8Array): Promise<void> {
  await db
    .updateTable('keyring_check')
    .set({ fingerprint_key_sealed: sealed })
    .where('fingerprint_key_sealed', 'is', null)
    .execute();
}
