import type { Caller, MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { selectOwnByReference } from '../orders/by-reference.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { inquireWhenViewed } from './inquire.ts';
import { ownPayins, selectPayin, withVersion } from './store/payins.ts';

/**
 * One order by its id: a merchant's own, or any for the page. One round trip. A shopper who looks at an
 * order that waits for its provider has a status inquiry sent, behind the answer.
 *
 * @returns undefined when there is none
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
 * A merchant's payins of one reference; none is no failure. One round trip.
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
