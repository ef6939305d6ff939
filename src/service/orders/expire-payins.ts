import type { Kysely } from 'kysely';
import type { ServiceContext } from '../context.ts';
import type { PayinRow, Tables } from '../database/schema.ts';
import { movePayin } from './move-payin.ts';
import { lockExpiredPayins } from './queries.ts';
import type { FinalDeps } from './record-final-payin.ts';
import type { SetAsideDeps } from './set-aside.ts';
import { sweepRows } from './sweep-rows.ts';

type Deps = Pick<ServiceContext, 'wakeWebhooks'> & SetAsideDeps & FinalDeps;

const ORDERS_AT_ONCE = 100;

/** What an order says of itself when its payer did not come, or did not come back. */
export const WAITING_TIME_EXCEEDED = {
  resolution: 'SYSTEM_ERROR',
  resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  resolution_message: 'The waiting time was exceeded.',
} as const;

/**
 * Closes orders whose payer did not come within the waiting time.
 *
 * @returns how many were due
 */
export async function expirePayins(context: Deps): Promise<number> {
  const due = await sweepRows(context, {
    work: 'expire-payins',
    rowsAtOnce: ORDERS_AT_ONCE,
    lockDue: lockExpiredPayins,
    identify: ({ id }) => ({ rowId: id, orderId: id }),
    handle: (trx, payins, at) => closeAll(context, trx, payins, at),
  });
  if (due > 0) context.wakeWebhooks();
  return due;
}

async function closeAll(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payins: readonly PayinRow[],
  at: Date,
): Promise<void> {
  for (const payin of payins) {
    await movePayin(deps, trx, payin, {
      to: 'CLOSED',
      cause: 'waiting_time_exceeded',
      at,
      changes: WAITING_TIME_EXCEEDED,
    });
  }
}
