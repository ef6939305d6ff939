import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

/**
 * Freezes a gate's balances, or thaws them: a frozen gate's new orders fail with BALANCE_UPDATE_FAILED.
 * What is under way ends as it would, since its money has moved already.
 *
 * @returns false when there is no such gate
 */
export async function freezeGate(
  { db }: { db: Kysely<Tables> },
  gateId: string,
  frozen: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gates')
    .set({ frozen })
    .where('id', '=', gateId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
