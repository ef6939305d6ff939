import type { ServiceContext } from './context.ts';
import { SEALED_COLUMNS, type SealedColumn } from './database/sealed-columns.ts';
import { countSealedOtherwise, lockSealedOtherwise, setSealed } from './reseal-queries.ts';

/** So that a batch holds its locks for milliseconds. */
export const RESEALED_AT_ONCE = 200;

export interface Resealed {
  resealed: number;
  /** Values that are not yet under the current key, those among them that another process is at. */
  left: number;
}

/**
 * Reseals some of what is not sealed under the current key. Call it in a transaction, again and again until
 * nothing is resealed: any number of processes may, while the service works on.
 */
export async function resealSome({
  db,
  keyring,
}: Pick<ServiceContext, 'db' | 'keyring'>): Promise<Resealed> {
  let resealed = 0;
  for (const column of SEALED_COLUMNS) {
    resealed += await resealColumn({ db, keyring }, column, RESEALED_AT_ONCE - resealed);
    // What comes later in the order says that all before it is done.
    if ((await countSealedOtherwise(db, column, keyring.keyId)) > 0) break;
  }
  return { resealed, left: await countLeft({ db, keyring }) };
}

async function resealColumn(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  column: SealedColumn,
  limit: number,
): Promise<number> {
  const rows = await lockSealedOtherwise(db, column, { keyId: keyring.keyId, limit });
  for (const { id, sealed } of rows) {
    await setSealed(db, column, { id, sealed: keyring.reseal(column.purpose, id, sealed) });
  }
  return rows.length;
}

async function countLeft({ db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>): Promise<number> {
  let left = 0;
  for (const column of SEALED_COLUMNS) {
    left += await countSealedOtherwise(db, column, keyring.keyId);
  }
  return left;
}
