import type { ServiceContext } from '../context.ts';
import { movePayin } from './move-payin.ts';
import { lockExpiredPayins } from './queries.ts';
import type { FinalDeps } from './record-final-payin.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'wakeWebhooks'> & FinalDeps;

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
 * @returns how many were closed
 */
export async function expirePayins(context: Deps): Promise<number> {
  const at = context.now();
  const closed = await context.db.transaction().execute(async (trx) => {
    const expired = await lockExpiredPayins(trx, at, ORDERS_AT_ONCE);
    for (const payin of expired) {
      await movePayin(context, trx, payin, {
        to: 'CLOSED',
        cause: 'waiting_time_exceeded',
        at,
        changes: WAITING_TIME_EXCEEDED,
      });
    }
    return expired.length;
  });
  if (closed > 0) context.wakeWebhooks();
  return closed;
}
