import { sql } from 'kysely';
import type { Db, BlockedValueTable } from '../platform/database/schema.ts';

interface Blocked {
  merchantId: string;
  kind: BlockedValueTable['kind'];
  fingerprint: Uint8Array;
}

/**
 * Lists a merchant's blocked values by kind and fingerprint. `after` is those two of the last one, separated by a
 * space.
 */
export function selectBlocked(
  db: Db,
  merchantId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const [kind = '', fingerprint = ''] = (after ?? '').split(' ');
  return db
    .selectFrom('blocked_values')
    .select(['kind', sql<string>`encode(fingerprint, 'hex')`.as('fingerprint')])
    .where('merchant_id', '=', merchantId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(kind, fingerprint) > (${kind}, ${Buffer.from(fingerprint, 'hex')}::bytea)`,
      ),
    )
    .orderBy('kind')
    .orderBy('fingerprint')
    .limit(limit)
    .execute();
}

/** @returns false if the value was already blocked */
export async function insertBlocked(db: Db, blocked: Blocked): Promise<boolean> {
  const { merchantId: merchant_id, kind, fingerprint } = blocked;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('blocked_values')
    .values({ merchant_id, kind, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if the value was not blocked */
export async function deleteBlocked(db: Db, blocked: Blocked): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_values')
    .where('merchant_id', '=', blocked.merchantId)
    .where('kind', '=', blocked.kind)
    .where('fingerprint', '=', blocked.fingerprint)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Returns the fingerprint of the card of a payin's latest attempt, if the payin is the merchant's. */
export async function selectCardFingerprint(
  db: Db,
  merchantId: string,
  payinId: string,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select('card_fingerprint')
    .where('payin_id', '=', payinId)
    .where('merchant_id', '=', merchantId)
    .orderBy('payin_attempts.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.card_fingerprint ?? undefined;
}
