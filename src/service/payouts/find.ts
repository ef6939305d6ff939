import { failure, success, type Result } from '#domain/result.ts';
import {
  isCurrent,
  STALE,
  type MerchantCaller,
  type StaleSettings,
} from '../merchants/settings.ts';
import { selectOwnByReference } from '../orders/by-reference.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { selectOwnPayout } from './store.ts';

/** Finds a merchant's own payout by its id, in one round trip. The payout is undefined if there is none. */
export async function findPayout(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  id: string,
): Promise<Result<PayoutRow | undefined, StaleSettings>> {
  const read = await selectOwnPayout(db, caller.merchantId, id);
  return isCurrent(caller, read) ? success(read.row) : failure(STALE);
}

/** Finds a merchant's payouts with a reference: several if the request was split. Finding none is not an error. */
export async function findPayoutsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<Result<PayoutRow[], StaleSettings>> {
  const read = await selectOwnByReference(
    db,
    { orders: 'payouts', sequence: 'part' },
    { merchantId: caller.merchantId, referenceId },
  );
  return isCurrent(caller, read) ? success(read.rows) : failure(STALE);
}
