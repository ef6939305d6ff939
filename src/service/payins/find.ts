import { failure, success, type Result } from '#domain/result.ts';
import {
  isCurrent,
  STALE,
  type Caller,
  type MerchantCaller,
  type StaleSettings,
} from '../merchants/settings.ts';
import { selectOwnByReference } from '../orders/by-reference.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { inquireWhenViewed } from './inquire.ts';
import { ownPayins, selectPayin, withVersion } from './store/payins.ts';

/**
 * Finds an order by its id, in one round trip: a merchant's own, or any order for the page. If the page asks for an
 * order that waits for its acquirer, a status inquiry is sent in the background. The order is undefined if there is none.
 */
export async function findPayin(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<Result<PayinRow | undefined, StaleSettings>> {
  if (caller.scope === 'page') return success(await findForPage(context, id));
  const found = await context.batches.run(ownPayins, { merchantId: caller.merchantId, id });
  const read = found && withVersion(found);
  return isCurrent(caller, read) ? success(read.row) : failure(STALE);
}

async function findForPage(context: ServiceContext, id: string): Promise<PayinRow | undefined> {
  const payin = await selectPayin(context.db, id);
  if (payin !== undefined) inquireWhenViewed(context, payin);
  return payin;
}

/** Finds a merchant's payins with a reference, in one round trip. Finding none is not an error. */
export async function findPayinsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<Result<PayinRow[], StaleSettings>> {
  const read = await selectOwnByReference(
    db,
    { orders: 'payins', sequence: 'created_at' },
    { merchantId: caller.merchantId, referenceId },
  );
  return isCurrent(caller, read) ? success(read.rows) : failure(STALE);
}
