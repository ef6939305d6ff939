import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { movePayin } from './move.ts';
import { lockPayin } from './store/payins.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'wakeWebhooks'> & FinalDeps;

/** `not_awaiting_payer`: a card is being charged, or the order has ended. */
export type CancelPayinResult =
  | { ok: true; payin: PayinRow }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'not_awaiting_payer'; payin: PayinRow };

/** Who cancels: an operator any order, a merchant its own. */
export type Canceller = 'operator' | { merchantId: string };

/** Closes an order that still awaits its payer. Locks the order. */
export async function cancelPayin(
  context: Deps,
  id: string,
  by: Canceller,
): Promise<CancelPayinResult> {
  const result = await inTransaction(context.db, async (trx): Promise<CancelPayinResult> => {
    const payin = await lockPayin(trx, id);
    if (payin === undefined || !mayCancel(by, payin)) return { ok: false, problem: 'not_found' };
    if (payin.status !== 'CREATED') return { ok: false, problem: 'not_awaiting_payer', payin };
    const cancelled = await movePayin(context, trx, payin, {
      to: 'CLOSED',
      cause: 'cancelled',
      at: context.now(),
      changes: {
        resolution: 'SYSTEM_ERROR',
        resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
        resolution_message:
          by === 'operator' ? 'The order was cancelled.' : 'Cancelled by the merchant.',
      },
    });
    return { ok: true, payin: cancelled ?? payin };
  });
  if (result.ok) context.wakeWebhooks();
  return result;
}

function mayCancel(by: Canceller, payin: PayinRow): boolean {
  return by === 'operator' || by.merchantId === payin.merchant_id;
}
