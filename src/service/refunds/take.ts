import { refundTake } from '#domain/ledger/posting.ts';
import { failure, success, type Result } from '#domain/result.ts';
import { lockShare } from '../ledger/corrected-fees.ts';
import { resolveOfAttempt } from '../orders/exception-queue.ts';
import { lockRefundable } from '../orders/refundable.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import { postRefund } from './post.ts';
import { lockRefund, selectAttemptId, selectRefund, updateRefund } from './store.ts';

/** Why a refund cannot be taken. */
type TakeProblem = 'not_found' | 'not_made_after_end' | 'taken_before';

/**
 * Debits a merchant, once, for a refund that the acquirer made after its end; below zero if need be. If the payin's fee
 * was corrected, the refund returns its share of the right one. Resolves its entry of the exception queue.
 *
 * Locks the payin, the refund, then the gate's account. Runs in the caller's transaction.
 */
export async function takeRefund(
  { db: trx, now }: Pick<ServiceContext, 'db' | 'now'>,
  refundId: string,
): Promise<Result<RefundRow, TakeProblem>> {
  const seen = await selectRefund(trx, refundId);
  const attemptId = await selectAttemptId(trx, refundId);
  if (seen === undefined) return failure('not_found');
  await lockRefundable(trx, seen.payin_id);
  const refund = await lockRefund(trx, refundId);
  if (!refund?.made_after_end || attemptId === undefined) return failure('not_made_after_end');
  if (refund.taken_at !== null) return failure('taken_before');
  const at = now();
  const share = await lockShare(trx, refund);
  await postRefund(trx, { ...refund, ...share }, refundTake, at);
  const taken = await updateRefund(trx, refund, { taken_at: at, ...share });
  if (taken === undefined) throw new Error(`Refund ${refundId} was moved under its lock`);
  await resolveOfAttempt(trx, 'refund_made_after_end', attemptId, at);
  return success(taken);
}
