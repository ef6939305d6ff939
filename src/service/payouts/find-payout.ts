import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { selectOwnPayout } from './queries.ts';

/**
 * A merchant's own payout by its id. One round trip.
 *
 * @returns undefined when there is none
 * @throws StaleSettings
 */
export async function findPayout(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  id: string,
): Promise<PayoutRow | undefined> {
  return expectCurrent(caller, await selectOwnPayout(db, caller.merchantId, id)).row;
}
