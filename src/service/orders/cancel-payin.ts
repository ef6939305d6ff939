import { CANCELLED } from '#contract/payin.ts';
import type { ServiceContext } from '../context.ts';
import { movePayin } from './move-payin.ts';
import { lockPayin } from './queries.ts';
import type { FinalDeps } from './record-final-payin.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'wakeWebhooks'> & FinalDeps;

/** `not_awaiting_payer`: a card is being charged, or the order has ended. */
export type CancelPayinResult = 'cancelled' | 'not_found' | 'not_awaiting_payer';

/** Closes an order that still awaits its payer. */
export async function cancelPayin(context: Deps, id: string): Promise<CancelPayinResult> {
  const result = await context.db.transaction().execute(async (trx) => {
    const payin = await lockPayin(trx, id);
    if (payin === undefined) return 'not_found';
    if (payin.status !== 'CREATED') return 'not_awaiting_payer';
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
    return 'cancelled';
  });
  if (result === 'cancelled') context.wakeWebhooks();
  return result;
}
