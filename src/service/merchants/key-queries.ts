import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

type Db = Kysely<Tables>;

export type KeyOwner = { scope: 'merchant'; merchantId: string } | { scope: 'page' };

/** Whose key it is, while it is active; the row is locked until the transaction ends. */
export async function selectKeyOwner(
  trx: Db,
  keyId: string,
  now: Date,
): Promise<KeyOwner | undefined> {
  const key = await trx
    .selectFrom('api_keys')
    .select('merchant_id')
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) return undefined;
  return key.merchant_id === null
    ? { scope: 'page' }
    : { scope: 'merchant', merchantId: key.merchant_id };
}

export async function endKey(
  db: Db,
  keyId: string,
  end: { expires_at: Date } | { revoked_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set(end)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
