import { refundReturn, refundTake } from '#domain/ledger/posting.ts';
import { formatMinor } from '#domain/money.ts';
import { failure, success, type Result } from '#domain/result.ts';
import { raiseAttention, resolveOfAttempt } from '../orders/exception-queue.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import type { RefundAcquirerOutcome } from '../acquirers/port.ts';
import { postRefund } from './post.ts';
import {
  lockEndedAttempt,
  lockPayin,
  lockRefund,
  selectAttemptId,
  selectPayinId,
  selectRefund,
  updateRefund,
  updateRefundAttempt,
  type EndedAttempt,
} from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log'>;

/**
 * Compares what the acquirer reports about an attempt with how it ended. A failed refund that the acquirer made after
 * all counts as refunded, until its money comes back. The refund stays FAILED and its merchant is not debited
 * (`takeRefund`): a person has to look at it.
 *
 * Locks the payin, the attempt and the refund; then the gate's account if a debit is posted back.
 */
export async function settleAfterEnd(
  context: Deps,
  attemptId: string,
  reported: RefundAcquirerOutcome | { outcome: 'unknown' },
): Promise<void> {
  if (reported.outcome !== 'refunded' && reported.outcome !== 'refused') return;
  await context.db.transaction().execute(async (trx) => {
    const payinId = await selectPayinId(trx, attemptId);
    if (payinId === undefined) return;
    await lockPayin(trx, payinId);
    const ended = await lockEndedAttempt(trx, attemptId);
    const refund = ended && (await lockRefund(trx, ended.refundId));
    if (ended === undefined || refund === undefined) return;
    const known = { attemptId, ended, refund, at: context.now() };
    await (reported.outcome === 'refunded'
      ? countAsMade(context, trx, known, reported)
      : countAsReturned(context, trx, known, reported));
  });
}

interface Known {
  attemptId: string;
  ended: EndedAttempt;
  refund: RefundRow;
  at: Date;
}

async function countAsMade(
  context: Deps,
  trx: Db,
  { attemptId, ended, refund, at }: Known,
  { reference }: Reported<'refunded'>,
): Promise<void> {
  if (ended.outcome === 'refunded' || ended.isMadeAfterEnd) return;
  const { id, payin_id: orderId, status, currency } = refund;
  await updateRefundAttempt(trx, attemptId, {
    refunded_after_end_at: at,
    provider_reference: reference,
  });
  if (ended.isReturned) {
    await raiseAttention(context, trx, {
      kind: 'refund_returned',
      orderId,
      attemptId,
      detail: `The acquirer made refund ${id}, as it reports after the money had come back: nothing counts as refunded.`,
      at,
    });
    return;
  }
  await updateRefund(trx, refund, { made_after_end: true });
  const amount = `${formatMinor(refund.amount_minor)} ${currency}`;
  const cost = `${formatMinor(refund.cost_minor)} ${currency}`;
  await raiseAttention(context, trx, {
    kind: 'refund_made_after_end',
    orderId,
    attemptId,
    detail: `The acquirer made refund ${id}, which is ${status}: ${amount} counts as refunded. To debit the merchant ${cost}: refunds take ${id}`,
    at,
  });
}

async function countAsReturned(
  context: Deps,
  trx: Db,
  { attemptId, ended, refund, at }: Known,
  { about }: Reported<'refused'>,
): Promise<void> {
  const { id, payin_id: orderId } = refund;
  const entry = { kind: 'refund_returned', orderId, attemptId, at } as const;
  if (ended.outcome === 'refunded') {
    const detail = `The money of refund ${id} was returned: the payer did not get it.`;
    await raiseAttention(context, trx, { ...entry, detail });
    return;
  }
  // A refusal of the request says nothing about a refund that was made after it.
  if (ended.isReturned || about === 'request') return;
  if (!ended.isMadeAfterEnd && about !== 'return') return;
  await updateRefundAttempt(trx, attemptId, { returned_at: at });
  if (!refund.made_after_end) return;
  await updateRefund(trx, refund, { made_after_end: false });
  if (refund.taken_at !== null) await postRefund(trx, refund, refundReturn, at);
  await resolveOfAttempt(trx, 'refund_made_after_end', attemptId, at);
  const debit = refund.taken_at === null ? '' : ' The debit was posted back.';
  const detail = `The money of refund ${id}, which the acquirer had made after its end, was returned: nothing counts as refunded.${debit}`;
  await raiseAttention(context, trx, { ...entry, detail });
}

type Reported<Outcome> = Extract<RefundAcquirerOutcome, { outcome: Outcome }>;

/** Why a refund cannot be taken. */
type TakeProblem = 'not_found' | 'not_made_after_end' | 'taken_before';

/**
 * Debits a merchant, once, for a refund that the acquirer made after its end; below zero if need be. Resolves its entry
 * of the exception queue.
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
  await lockPayin(trx, seen.payin_id);
  const refund = await lockRefund(trx, refundId);
  if (!refund?.made_after_end || attemptId === undefined) return failure('not_made_after_end');
  if (refund.taken_at !== null) return failure('taken_before');
  const at = now();
  await postRefund(trx, refund, refundTake, at);
  const taken = await updateRefund(trx, refund, { taken_at: at });
  if (taken === undefined) throw new Error(`Refund ${refundId} was moved under its lock`);
  await resolveOfAttempt(trx, 'refund_made_after_end', attemptId, at);
  return success(taken);
}
