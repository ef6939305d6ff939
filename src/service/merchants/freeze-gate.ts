import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import { changeSettings } from './change-settings.ts';
import { selectGate } from './queries.ts';

/**
 * Freezes a gate's balances, or unfreezes them: a frozen gate's new orders fail with
 * BALANCE_UPDATE_FAILED. What is under way ends as it would, since its money has moved already.
 *
 * @returns false when there is no such gate
 */
export async function freezeGate(
  { db }: { db: Kysely<Tables> },
  gateId: string,
  frozen: boolean,
): Promise<boolean> {
  const gate = await selectGate(db, gateId);
  if (gate === undefined) return false;
  await changeSettings(db, gate.merchant_id, (trx) =>
    trx.updateTable('gates').set({ frozen }).where('id', '=', gateId).execute(),
  );
  return true;
}
