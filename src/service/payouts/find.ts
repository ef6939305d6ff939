import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { selectOwnByReference } from '../orders/by-reference.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { selectOwnPayout } from './store.ts';

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

/**
 * A merchant's payouts of one reference, several when it was split; none is no failure.
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
