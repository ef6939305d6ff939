import type { Db } from '../platform/database/schema.ts';

/**
 * Locks a payin until the transaction ends, so that its refunds and disputes change one after the other. Raises the
 * version that new refunds compare: one that was decided before, without the lock, is decided again.
 */
export async function lockRefundable(trx: Db, payinId: string): Promise<void> {
  await trx
    .updateTable('payins')
    .set(({ eb }) => ({ refundable_version: eb('refundable_version', '+', 1n) }))
    .where('id', '=', payinId)
    .execute();
}
