import type { WebhookRefund } from '#contract/schemas/webhook.ts';
import { refundSettle } from '#domain/ledger/posting.ts';
import type { RefundOutcome } from '#domain/order/attempt.ts';
import {
  isRefundTransition,
  type RefundCause,
  type RefundStatus,
} from '#domain/order/refund-status.ts';
import { isUnderWay } from '#domain/order/status.ts';
import type { Updateable } from 'kysely';
import { releaseRefund } from '../ledger/refund.ts';
import { REFUND_ATTEMPTS, reschedule } from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow, RefundTable } from '../platform/database/tables/refunds.ts';
import type { RefundAcquirerOutcome } from '../acquirers/port.ts';
import type { DestinationDeps } from '../webhooks/destination.ts';
import { recordEvent } from '../webhooks/record.ts';
import { settleAfterEnd } from './after-end.ts';
import { postRefund } from './post.ts';
import { toRefund } from './present.ts';
import { lockOpenRefund, recordTransitions, updateRefund, updateRefundAttempt } from './store.ts';

/** What is known about a refund's attempt; `unknown` means that the acquirer did not answer. */
export type ReportedRefundOutcome = RefundAcquirerOutcome | { outcome: 'unknown' };

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log' | 'metrics' | 'wakeWebhooks'> &
  DestinationDeps;

/**
 * Applies the outcome that the acquirer reports for an attempt to its refund, once. The reserve of a refund that was
 * made is spent; otherwise it is released. A report that contradicts this later is settled by `settleAfterEnd`.
 *
 * Locks the attempt and the refund. If the refund ends, then locks the gate's account; before it, if the refund failed,
 * the payin's retentions.
 *
 * @returns the refund after that; undefined if the attempt was settled before
 */
export async function settleRefund(
  context: Deps,
  attemptId: string,
  reported: ReportedRefundOutcome,
): Promise<RefundRow | undefined> {
  const at = context.now();
  const outcome = settledOutcome(reported);
  const settled = await context.db.transaction().execute(async (trx) => {
    const open = await lockOpenRefund(trx, attemptId);
    if (open === undefined) return undefined;
    const { refund } = open;
    if (outcome === undefined) {
      if (reported.outcome === 'pending') {
        const attempt = { id: attemptId, createdAt: open.attemptedAt };
        await reschedule(trx, REFUND_ATTEMPTS, attempt, at);
      }
      return moveToPending(trx, refund, reported, at);
    }
    await updateRefundAttempt(trx, attemptId, {
      outcome,
      settled_at: at,
      ...('reference' in reported && { provider_reference: reported.reference }),
      ...(hasReturned(reported) && { returned_at: at }),
    });
    const { id: refundId, merchant_id: merchantId, payin_id: orderId } = refund;
    context.log.info({ merchantId, orderId, refundId, attemptId, outcome }, 'A refund ended');
    if (!isUnderWay(refund.status)) throw new Error(`Refund ${refundId} ended before its attempt`);
    const ended = await endRefund(trx, refund, { ...endingOf(reported), at });
    await recordRefundEvent(context, trx, ended);
    return ended;
  });
  if (settled === undefined) await settleAfterEnd(context, attemptId, reported);
  else if (outcome !== undefined) context.wakeWebhooks();
  return settled;
}

/** Returns whether the acquirer had made the refund, as it may yet report, and its money came back. */
function hasReturned(reported: ReportedRefundOutcome): boolean {
  return reported.outcome === 'refused' && reported.about === 'return';
}

/** Returns the outcome that ends the attempt; undefined if it stays open. */
function settledOutcome({ outcome }: ReportedRefundOutcome): RefundOutcome | undefined {
  return outcome === 'pending' || outcome === 'unknown' ? undefined : outcome;
}

async function moveToPending(
  trx: Db,
  refund: RefundRow,
  { outcome }: ReportedRefundOutcome,
  at: Date,
): Promise<RefundRow> {
  if (refund.status !== 'IN_PROGRESS') return refund;
  const cause = outcome === 'pending' ? 'provider_pending' : 'provider_silent';
  return moveRefund(trx, refund, { to: 'PROCESS_PENDING', cause, at });
}

function endingOf(reported: ReportedRefundOutcome): Omit<RefundMove, 'at'> {
  if (reported.outcome === 'refunded') {
    return { to: 'SUCCESS', cause: 'provider_refunded', changes: { resolution: 'OK' } };
  }
  const message =
    reported.outcome === 'refused' ? reported.message : 'The refund did not reach the acquirer.';
  return {
    to: 'FAILED',
    cause: 'provider_refused',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The acquirer refused the refund.',
      provider_error_message: message,
    },
  };
}

/**
 * Ends a refund that was reserved, and its reserve. The caller holds the refund locked. Locks the gate's account last,
 * because others wait for it.
 */
async function endRefund(trx: Db, refund: RefundRow, move: RefundMove): Promise<RefundRow> {
  const ended = await moveRefund(trx, refund, move);
  const money = {
    refundId: ended.id,
    payinId: ended.payin_id,
    gateId: ended.gate_id,
    currency: ended.currency,
    at: move.at,
  };
  if (ended.status === 'FAILED') {
    await releaseRefund(trx, money, {
      availableMinor: ended.from_available_minor,
      holdMinor: ended.from_hold_minor,
      rollingMinor: ended.from_rolling_minor,
    });
    return ended;
  }
  await postRefund(trx, ended, refundSettle, move.at);
  return ended;
}

/** Counts a refund that has just ended, and records its webhook event, for the merchant's address for refunds. */
export async function recordRefundEvent(
  deps: Pick<Deps, 'metrics' | 'newId'> & DestinationDeps,
  trx: Db,
  refund: RefundRow,
): Promise<void> {
  deps.metrics.refundEnded({ status: refund.status, code: refund.resolution_code });
  const body = () => [{ type: 'refund', ...toRefund(refund) } satisfies WebhookRefund];
  await recordEvent(deps, trx, {
    eventId: deps.newId(),
    merchantId: refund.merchant_id,
    direction: 'refund',
    groupId: refund.id,
    orderIds: [refund.payin_id],
    at: refund.updated_at,
    orders: { retrieval: body, extended: body },
  });
}

interface RefundMove {
  to: RefundStatus;
  cause: RefundCause;
  at: Date;
  changes?: Updateable<RefundTable>;
}

/**
 * Moves a refund to another status, as the table of transitions allows, and records the transition. (The transaction
 * that creates a refund moves it itself.)
 *
 * The caller holds the refund locked. The UPDATE compares the status all the same.
 *
 * @throws if the table has no such transition, or the refund is in another status; both are bugs
 */
async function moveRefund(
  trx: Db,
  refund: Pick<RefundRow, 'id' | 'status'>,
  { to, cause, at, changes }: RefundMove,
): Promise<RefundRow> {
  const from = refund.status;
  if (!isRefundTransition({ from, to, cause })) {
    throw new Error(`A refund does not go from ${from} to ${to} by ${cause}`);
  }
  const moved = await updateRefund(trx, refund, { ...changes, status: to, updated_at: at });
  if (moved === undefined) throw new Error(`Refund ${refund.id} was moved under its lock`);
  await recordTransitions(trx, refund.id, [{ from, to, cause, at }]);
  return moved;
}
