import type { Kysely, Selectable } from 'kysely';
import type { KeyringCheckTable, Tables } from './database/schema.ts';

type Db = Kysely<Tables>;

const ROW = 1;

export type KeyringCheck = Pick<Selectable<KeyringCheckTable>, 'sealed' | 'fingerprint_key_sealed'>;

/** Leaves the one that is there. */
export async function insertCheck(db: Db, sealed: Uint8Array): Promise<void> {
  await db
    .insertInto('keyring_check')
    .values({ id: ROW, sealed, fingerprint_key_sealed: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function selectCheck(db: Db): Promise<KeyringCheck | undefined> {
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
