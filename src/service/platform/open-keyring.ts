import type { Selectable } from 'kysely';
import type { Db, KeyringCheckTable } from './database/schema.ts';
import {
  SEALED,
  createKeyring,
  firstFingerprintKey,
  sealingKey,
  sealUnder,
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
  const previous = masterKeys.previous && sealingKey(masterKeys.previous);
  const keys: SealingKeys = previous === undefined ? [current] : [current, previous];
  const fingerprintKey = firstFingerprintKey(masterKeys.current);
  await insertCheck(db, {
    sealed: sealUnder(current, CHECK, KNOWN_TEXT),
    fingerprint_key_sealed: sealUnder(current, FINGERPRINT_KEY, fingerprintKey.toString('base64')),
  });
  const check = await selectCheck(db);
  if (check === undefined || !opens(keys, check)) throw new StartError(WRONG_MASTER_KEY);
  const unsealed = unseal(keys, FINGERPRINT_KEY, check.fingerprint_key_sealed);
  return createKeyring({ keys, fingerprintKey: Buffer.from(unsealed, 'base64') });
}

const WRONG_MASTER_KEY =
  'The secrets of this database are encrypted under another master key. Start with that key, as ' +
  'MASTER_KEY, or as MASTER_KEY_PREVIOUS beside a new one: without it, every API key, webhook secret and ' +
  'block list would be lost.';

function opens(keys: SealingKeys, { sealed }: KeyringCheck): boolean {
  try {
    return unseal(keys, CHECK, sealed) === KNOWN_TEXT;
  } catch {
    return false;
  }
}

export type KeyringCheck = Pick<Selectable<KeyringCheckTable>, 'sealed' | 'fingerprint_key_sealed'>;

/** Keeps an existing row, which another start may have written. */
async function insertCheck(db: Db, check: KeyringCheck): Promise<void> {
  await db
    .insertInto('keyring_check')
    .values({ id: ROW, ...check })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function selectCheck(db: Db): Promise<KeyringCheck | undefined> {
  return db
    .selectFrom('keyring_check')
    .select(['sealed', 'fingerprint_key_sealed'])
    .executeTakeFirst();
}
