import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { selectOwnPayinsByReference } from './queries.ts';

/**
 * A merchant's payins of one reference; none is no failure. One round trip.
 *
 * @throws StaleSettings
 */
export async function findPayinsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<PayinRow[]> {
  const read = await selectOwnPayinsByReference(db, caller.merchantId, referenceId);
  return expectCurrent(caller, read).rows;
}
