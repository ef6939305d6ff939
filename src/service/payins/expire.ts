import { sweepRows, type QuarantineDeps } from '../orders/quarantine.ts';
import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { movePayins, WAITING_TIME_EXCEEDED } from './move.ts';
import { lockExpiredPayins, type ExpiredPayin } from './store/payins.ts';

type Deps = Pick<ServiceContext, 'wakeWebhooks'> & QuarantineDeps & FinalDeps;

const ORDERS_AT_ONCE = 500;

/**
 * Closes orders whose payer did not come within the waiting time. Closes up to 500 of them
 * in one transaction, which takes the same number of statements however many there are. An order that meets an error is
 * quarantined.
 *
 * @returns how many were due
 */
export async function expirePayins(context: Deps): Promise<number> {
  const due = await sweepRows(context, {
    work: 'expire-payins',
    rowsAtOnce: ORDERS_AT_ONCE,
    lockDue: lockExpiredPayins,
    identify: ({ id }) => ({ rowId: id, orderId: id }),
    handle: (trx, payins, at) => closeExpired(context, trx, payins, at),
  });
  if (due > 0) context.wakeWebhooks();
  return due;
}

async function closeExpired(
  deps: FinalDeps,
  trx: Db,
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
