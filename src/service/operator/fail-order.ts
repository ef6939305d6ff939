import { isFinal } from '#domain/order/status.ts';
import type { ServiceContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import type { FinalDeps } from '../orders/transition.ts';
import { systemError } from '../orders/evaluate-order.ts';
import { movePayin } from '../payins/move.ts';
import { movePayout, endPayout } from '../payouts/settle.ts';
import { lockPayout } from '../payouts/store.ts';
import { lockPayin } from '../payins/store/payins.ts';

export type FailByHandResult = 'failed' | 'not_found' | 'final';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'log' | 'wakeWebhooks'> & FinalDeps;

/**
 * Fails a payin or payout that is not final yet, at the operator's request. A payout's reserve becomes available again.
 * If an attempt is still open, the acquirer's answer may contradict this later; that is logged.
 */
export async function failByHand(context: Deps, orderId: string): Promise<FailByHandResult> {
  const result = await inTransaction(context.db, async (trx) => {
    const payin = await failPayin(context, trx, orderId);
    return payin === 'not_found' ? failPayout(context, trx, orderId) : payin;
  });
  if (result === 'failed') context.wakeWebhooks();
  return result;
}

const { resolution, code, message } = systemError(
  'ORDER_FAILED_MANUALLY',
  'The operator marked the order as failed.',
);
const FAILURE = {
  to: 'FAILED',
  cause: 'operator',
  changes: { resolution, resolution_code: code, resolution_message: message },
} as const;

async function failPayin(context: Deps, trx: Db, id: string): Promise<FailByHandResult> {
  const payin = await lockPayin(trx, id);
  if (payin === undefined) return 'not_found';
  if (isFinal(payin.status)) return 'final';
  const changes = { ...FAILURE.changes, challenge_url: null };
  await movePayin(context, trx, payin, {
    ...FAILURE,
    changes,
    at: context.now(),
  });
  return 'failed';
}

async function failPayout(context: Deps, trx: Db, id: string): Promise<FailByHandResult> {
  const payout = await lockPayout(trx, id);
  if (payout === undefined) return 'not_found';
  if (isFinal(payout.status)) return 'final';
  // A payout that is CREATED has reserved nothing.
  const end = payout.status === 'CREATED' ? movePayout : endPayout;
  await end(context, trx, payout, { ...FAILURE, at: context.now() });
  return 'failed';
}
