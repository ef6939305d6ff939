import { CANCELLED } from '#contract/payin.ts';
import type { ServiceContext } from '../context.ts';
import { movePayin } from './move-payin.ts';
import { lockPayin } from './queries.ts';
import type { FinalDeps } from './record-final-payin.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'wakeWebhooks'> & FinalDeps;

/**
 * Closes an order that still awaits its payer.
 *
 * @returns false when there is no such order, or it awaits nobody
 */
export async function cancelPayin(context: Deps, id: string): Promise<boolean> {
  const cancelled = await context.db.transaction().execute(async (trx) => {
    const payin = await lockPayin(trx, id);
    if (payin?.status !== 'CREATED') return false;
    await movePayin(context, trx, payin, {
      to: 'CLOSED',
      cause: 'cancelled',
      at: context.now(),
      changes: {
        resolution: 'SYSTEM_ERROR',
        resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
        resolution_message: CANCELLED,
      },
    });
    return true;
  });
  if (cancelled) context.wakeWebhooks();
  return cancelled;
}
