import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { selectOwnByReference } from '../orders/by-reference.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { selectOwnPayout } from './store.ts';

/**
 * Finds a merchant's own payout by its id, in one round trip.
 *
 * @returns undefined if there is none
 * @throws StaleSettings
 */
export async function findPayout(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  id: string,
): Promise<PayoutRow | undefined> {
  return expectCurrent(caller, await selectOwnPayout(db, caller.merchantId, id)).row;
}

/**
 * Finds a merchant's payouts with a reference: several if the request was split. Finding none is not an error.
 *
 * @throws StaleSettings
 */
export async function findPayoutsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<PayoutRow[]> {
  const read = await selectOwnByReference(
    db,
    { orders: 'payouts', sequence: 'part' },
    { merchantId: caller.merchantId, referenceId },
  );
  return expectCurrent(caller, read).rows;
}
