import type { Kysely } from 'kysely';
import type { Tables } from './database/schema.ts';
import { SEALED } from './keyring-purposes.ts';
import type { Keyring } from './keyring.ts';
import { StartError } from './start-error.ts';

const ROW = 1;
const KNOWN_TEXT = 'tollgate';

/** Whether a master key has sealed anything in this database. */
export async function isSealed(db: Kysely<Tables>): Promise<boolean> {
  return (await selectCheck(db)) !== undefined;
}

/**
 * Holds the master key to the database: the first start seals a known text, each other one opens it.
 * Of two first starts one seals, and the other has to have the same key.
 *
 * @throws StartError when the database was sealed under another key
 */
export async function checkMasterKey(db: Kysely<Tables>, keyring: Keyring): Promise<void> {
  const sealed = keyring.seal(SEALED.masterKeyCheck, String(ROW), KNOWN_TEXT);
  await db
    .insertInto('keyring_check')
    .values({ id: ROW, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const check = await selectCheck(db);
  if (check !== undefined && opens(keyring, check)) return;
  throw new StartError(
    "The master key is not the one that this database's secrets are sealed under. Start with that one: " +
      'with another every API key, webhook secret and block list would be lost.',
  );
}

function opens(keyring: Keyring, sealed: Uint8Array): boolean {
  try {
    return keyring.unseal(SEALED.masterKeyCheck, String(ROW), sealed) === KNOWN_TEXT;
  } catch {
    return false;
  }
}

async function selectCheck(db: Kysely<Tables>): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('keyring_check').select('sealed').executeTakeFirst();
  return row?.sealed;
}
