import type { Kysely } from 'kysely';
import type { Tables } from './database/schema.ts';
import {
  insertCheck,
  selectCheck,
  setFingerprintKey,
  type KeyringCheck,
} from './keyring-queries.ts';
import { SEALED } from './keyring-purposes.ts';
import { createKeyring, firstFingerprintKey, type Keyring } from './keyring.ts';
import {
  namesKey,
  sealingKey,
  sealNamed,
  unseal,
  type Place,
  type SealingKeys,
} from './sealing.ts';
import { StartError } from './start-error.ts';

/** What the environment gives: the key that seals, and the one before it, which only opens. */
export interface MasterKeys {
  current: Uint8Array;
  previous: Uint8Array | undefined;
}

/** The one row of `keyring_check`. */
const ROW = '1';
const CHECK: Place = { purpose: SEALED.masterKeyCheck, rowId: ROW };
const FINGERPRINT_KEY: Place = { purpose: SEALED.fingerprintKey, rowId: ROW };
const KNOWN_TEXT = 'tollgate';

/** Whether a master key has sealed anything in this database. */
export async function isSealed(db: Kysely<Tables>): Promise<boolean> {
  return (await selectCheck(db)) !== undefined;
}

/**
 * Holds the master keys to the database: the first start seals a known text, each other one opens it with
 * either. Of two first starts one seals, and the other has to have the same key.
 *
 * Fingerprints cannot be made anew, for nobody keeps what they were made of: their key is made of the first
 * master key, and from then on rests sealed like any secret (decision 057).
 *
 * @throws StartError when the database was sealed under another key
 */
export async function openKeyring(db: Kysely<Tables>, masterKeys: MasterKeys): Promise<Keyring> {
  const current = sealingKey(masterKeys.current);
  await insertCheck(db, sealNamed(current, CHECK, KNOWN_TEXT));
  const check = await selectCheck(db);
  const master = check && masterKeyOf(check, masterKeys);
  if (check === undefined || master === undefined) throw new StartError(NOT_THE_ONE);
  const previous = masterKeys.previous && sealingKey(masterKeys.previous);
  const keys: SealingKeys = previous === undefined ? [current] : [current, previous];
  return createKeyring({
    keys,
    fingerprintKey: await fingerprintKeyOf(db, check, keys, master),
    // A database of the release before goes on as that release can read it, until its first rotation.
    named: previous !== undefined || namesKey(check.sealed, current.id),
  });
}

const NOT_THE_ONE =
  "The master key is not the one that this database's secrets are sealed under. Start with that one, as " +
  'MASTER_KEY, or as MASTER_KEY_PREVIOUS beside a new one: with another every API key, webhook secret and ' +
  'block list would be lost.';

/** The one of the keys that opens the known text. */
function masterKeyOf(
  { sealed }: KeyringCheck,
  { current, previous }: MasterKeys,
): Uint8Array | undefined {
  const given = previous === undefined ? [current] : [current, previous];
  return given.find((key) => opens(key, sealed));
}

function opens(masterKey: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return unseal([sealingKey(masterKey)], CHECK, sealed) === KNOWN_TEXT;
  } catch {
    return false;
  }
}

/**
 * Sealed by the first start that knows of it; of several one counts, and all make the same.
 *
 * @param master the key that the database is sealed under so far
 */
async function fingerprintKeyOf(
  db: Kysely<Tables>,
  { fingerprint_key_sealed: sealed }: KeyringCheck,
  keys: SealingKeys,
  master: Uint8Array,
): Promise<Buffer> {
  if (sealed !== null) return Buffer.from(unseal(keys, FINGERPRINT_KEY, sealed), 'base64');
  const made = firstFingerprintKey(master);
  await setFingerprintKey(db, sealNamed(keys[0], FINGERPRINT_KEY, made.toString('base64')));
  return made;
}
