import type { ServiceContext } from '../context.ts';
import type { PayoutRow } from '../database/schema-payouts.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { selectOwnPayoutsByReference } from './payout-queries.ts';

export type FindPayoutsResult =
  { kind: 'found'; payouts: PayoutRow[] } | { kind: 'settings_changed' };

/** A merchant's payouts of one reference, several when it was split; none is no failure. */
export async function findPayoutsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<FindPayoutsResult> {
  const own = await selectOwnPayoutsByReference(db, caller.merchantId, referenceId);
  return own?.configVersion === caller.version
    ? { kind: 'found', payouts: own.rows }
    : { kind: 'settings_changed' };
}
