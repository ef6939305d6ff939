import type { ServiceContext } from '../context.ts';
import type { PayoutRow } from '../database/schema-payouts.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { selectOwnPayout } from './payout-queries.ts';

export type FindPayoutResult =
  { kind: 'found'; payout: PayoutRow } | { kind: 'not_found' } | { kind: 'settings_changed' };

/** A merchant's own payout by its id. One round trip. */
export async function findPayout(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  id: string,
): Promise<FindPayoutResult> {
  const own = await selectOwnPayout(db, caller.merchantId, id);
  if (own?.configVersion !== caller.version) return { kind: 'settings_changed' };
  return own.row === undefined ? { kind: 'not_found' } : { kind: 'found', payout: own.row };
}
