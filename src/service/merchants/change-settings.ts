import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';

/**
 * Changes a merchant's settings that processes cache: keys, gates, methods, routes, and which accounts a gate has.
 * Every such change must go through here, except a terminal's (`changeTerminal`). Raises the settings version in
 * the same transaction, so that a statement that relies on older settings detects it (decision 013). Changes to one
 * merchant's settings are serialized.
 *
 * Locks the merchant until the transaction ends; `db` may already be one.
 *
 * @param merchantId null for a page key, which has no merchant and is not cached
 */
export async function changeSettings<Result>(
  db: Db,
  merchantId: string | null,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    if (merchantId !== null) await raiseSettingsVersion(trx, merchantId);
    return change(trx);
  });
}

export async function raiseSettingsVersion(trx: Db, merchantId: string): Promise<void> {
  await trx
    .updateTable('merchants')
    .set(({ eb }) => ({ config_version: eb('config_version', '+', 1n) }))
    .where('id', '=', merchantId)
    .execute();
}
