import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

type Db = Kysely<Tables>;

export type KeyOwner = { scope: 'merchant'; merchantId: string } | { scope: 'page' };

export function merchantOf(owner: KeyOwner): string | null {
  return owner.scope === 'merchant' ? owner.merchantId : null;
}

/** Whose key it is; undefined when there is no such key. */
export async function selectKeyOwner(db: Db, keyId: string): Promise<KeyOwner | undefined> {
  const key = await db
    .selectFrom('api_keys')
    .select('merchant_id')
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (key === undefined) return undefined;
  return key.merchant_id === null
    ? { scope: 'page' }
    : { scope: 'merchant', merchantId: key.merchant_id };
}

/** Whether a key is active; it is locked until the transaction ends. */
export async function lockActiveKey(trx: Db, keyId: string, now: Date): Promise<boolean> {
  const key = await trx
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst();
  return key !== undefined;
}

/** As part of a change of its merchant's settings. @returns false when it was revoked before */
export async function endKey(
  trx: Db,
  keyId: string,
  end: { expires_at: Date } | { revoked_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set(end)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
