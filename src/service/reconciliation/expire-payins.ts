import type { Kysely } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import { movePayins } from '../payins/move-payin.ts';
import { lockExpiredPayins, type ExpiredPayin } from '../payins/queries.ts';
import type { FinalDeps } from '../orders/final-deps.ts';
import { WAITING_TIME_EXCEEDED } from '../payins/waiting-time.ts';
import type { SetAsideDeps } from '../orders/set-aside.ts';
import { sweepRows } from './sweep-rows.ts';

type Deps = Pick<ServiceContext, 'wakeWebhooks'> & SetAsideDeps & FinalDeps;

const ORDERS_AT_ONCE = 500;

/**
 * Closes orders whose payer did not come within the waiting time: everybody's, or one merchant's. As many
 * as are due at once go by one transaction, whose statements are as many for one of them as for all.
 *
 * @returns how many were due
 */
export async function expirePayins(context: Deps, merchantId?: string): Promise<number> {
  const due = await sweepRows(context, {
    work: 'expire-payins',
    rowsAtOnce: ORDERS_AT_ONCE,
    lockDue: (trx, at, most) => lockExpiredPayins(trx, at, most, merchantId),
    identify: ({ id }) => ({ rowId: id, orderId: id }),
    handle: (trx, payins, at) => closeAll(context, trx, payins, at),
  });
  if (due > 0) context.wakeWebhooks();
  return due;
}

async function closeAll(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payins: readonly ExpiredPayin[],
  at: Date,
): Promise<void> {
  await movePayins(
    deps,
    trx,
    { from: 'CREATED', payins },
    { to: 'CLOSED', cause: 'waiting_time_exceeded', at, changes: WAITING_TIME_EXCEEDED },
  );
}
