import type { Selectable } from 'kysely';
import type { Db, KeyringCheckTable } from './database/schema.ts';
import { NotPrepared } from './database/unavailable.ts';
import {
  SEALED,
  createKeyring,
  firstFingerprintKey,
  namesKey,
  sealingKey,
  sealNamed,
  unseal,
  type Keyring,
  type Place,
  type SealingKeys,
} from './keyring.ts';
import { StartError } from './start-error.ts';

/** What the environment gives: the key that seals, and the one before it, which only opens. */
export interface MasterKeys {
  current: Uint8Array;
  previous: Uint8Array | undefined;
}

/** The one row of `keyring_check`. */
const ROW = 1;
const CHECK: Place = { purpose: SEALED.masterKeyCheck, rowId: String(ROW) };
const FINGERPRINT_KEY: Place = { purpose: SEALED.fingerprintKey, rowId: String(ROW) };
const KNOWN_TEXT = 'tollgate';

/** Whether a master key has sealed anything in this database. */
export async function isSealed(db: Db): Promise<boolean> {
  return (await selectCheck(db)) !== undefined;
}

/**
 * Holds the master keys to the database: the first start seals a known text, each other one opens it with
 * either. Of two first starts one seals, and the other has to have the same key.
 *
 * Fingerprints cannot be made anew, for nobody keeps what they were made of: their key is made of the first
 * master key, and from then on rests sealed like any secret (decision 018).
 *
 * @throws StartError when the database was sealed under another key
 */
export async function openKeyring(db: Db, masterKeys: MasterKeys): Promise<Keyring> {
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
  'The secrets of this database are encrypted under another master key. Start with that key, as ' +
  'MASTER_KEY, or as MASTER_KEY_PREVIOUS beside a new one: without it, every API key, webhook secret and ' +
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
  db: Db,
  { fingerprint_key_sealed: sealed }: KeyringCheck,
  keys: SealingKeys,
  master: Uint8Array,
): Promise<Buffer> {
  if (sealed !== null) return Buffer.from(unseal(keys, FINGERPRINT_KEY, sealed), 'base64');
  const made = firstFingerprintKey(master);
  await setFingerprintKey(db, sealNamed(keys[0], FINGERPRINT_KEY, made.toString('base64')));
  return made;
}

export type KeyringCheck = Pick<Selectable<KeyringCheckTable>, 'sealed' | 'fingerprint_key_sealed'>;

/** Leaves the one that is there. */
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

/** Leaves the one that is there. */
export async function setFingerprintKey(db: Db, sealed: Uint8Array): Promise<void> {
  await db
    .updateTable('keyring_check')
    .set({ fingerprint_key_sealed: sealed })
    .where('fingerprint_key_sealed', 'is', null)
    .execute();
}

/** A keyring that its database has yet to open: until then nothing is sealed or read. */
export interface LateKeyring {
  /** @throws NotPrepared whatever is asked of it before it is open */
  keyring: Keyring;
  open(opened: Keyring): void;
}

export function createLateKeyring(): LateKeyring {
  let opened: Keyring | undefined;
  const keyring = () => {
    if (opened === undefined) throw new NotPrepared("A cell's keyring is not open");
    return opened;
  };
  return {
    keyring: {
      get keyId() {
        return keyring().keyId;
      },
      seal: (...values) => keyring().seal(...values),
      unseal: (...values) => keyring().unseal(...values),
      reseal: (...values) => keyring().reseal(...values),
      fingerprint: (...values) => keyring().fingerprint(...values),
    },
    open(keyringOfDatabase) {
      opened = keyringOfDatabase;
    },
  };
}
