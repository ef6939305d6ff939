import type { OrderStatus } from '#domain/order/status.ts';
import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { movePayin } from './move.ts';
import { lockPayin } from './store/payins.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'wakeWebhooks'> & FinalDeps;

/** `not_awaiting_payer`: a card is being charged, or the order has ended. */
export type CancelPayinResult =
  | { ok: true }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'not_awaiting_payer'; status: OrderStatus };

/** Closes an order that still awaits its payer. Locks the order. */
export async function cancelPayin(context: Deps, id: string): Promise<CancelPayinResult> {
  const result = await inTransaction(context.db, async (trx): Promise<CancelPayinResult> => {
    const payin = await lockPayin(trx, id);
    if (payin === undefined) return { ok: false, problem: 'not_found' };
    const { status } = payin;
    if (status !== 'CREATED') return { ok: false, problem: 'not_awaiting_payer', status };
    await movePayin(context, trx, payin, {
      to: 'CLOSED',
      cause: 'cancelled',
      at: context.now(),
      changes: {
        resolution: 'SYSTEM_ERROR',
        resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
        resolution_message: 'The order was cancelled.',
      },
    });
    return { ok: true };
  });
  if (result.ok) context.wakeWebhooks();
  return result;
}
