import type { Caller, MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { selectOwnByReference } from '../orders/by-reference.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { inquireWhenViewed } from './inquire.ts';
import { ownPayins, selectPayin, withVersion } from './store/payins.ts';

/**
 * Finds an order by its id, in one round trip: a merchant's own, or any order for the page. If the page asks for an
 * order that waits for its acquirer, a status inquiry is sent in the background.
 *
 * @returns undefined if there is none
 * @throws StaleSettings
 */
export async function findPayin(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<PayinRow | undefined> {
  if (caller.scope === 'page') return findForPage(context, id);
  const found = await context.batches.run(ownPayins, { merchantId: caller.merchantId, id });
  return expectCurrent(caller, found && withVersion(found)).row;
}

async function findForPage(context: ServiceContext, id: string): Promise<PayinRow | undefined> {
  const payin = await selectPayin(context.db, id);
  if (payin !== undefined) inquireWhenViewed(context, payin);
  return payin;
}

/**
 * Finds a merchant's payins with a reference, in one round trip. Finding none is not an error.
 *
 * @throws StaleSettings
 */
export async function findPayinsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<PayinRow[]> {
  const read = await selectOwnByReference(
    db,
    { orders: 'payins', sequence: 'created_at' },
    { merchantId: caller.merchantId, referenceId },
  );
  return expectCurrent(caller, read).rows;
}
