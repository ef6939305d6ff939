import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';

/**
 * The one way to change what processes keep of a merchant in memory: keys, gates, methods, routes, and
 * which accounts a gate has. Raises the version of the settings in the transaction that changes them, so
 * that a statement that acts on older ones finds out (decision 013). Changes of one merchant's settings take turns.
 *
 * Locks the merchant until the transaction ends: the caller's, where there is one.
 *
 * @param merchantId null for a key of the page, which has no merchant and is kept nowhere
 */
export async function changeSettings<Result>(
  db: Db,
  merchantId: string | null,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    if (merchantId !== null) {
      await trx
        .updateTable('merchants')
        .set(({ eb }) => ({ config_version: eb('config_version', '+', 1n) }))
        .where('id', '=', merchantId)
        .execute();
    }
    return change(trx);
  });
}
