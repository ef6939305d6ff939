import type { Kysely } from 'kysely';
import { payoutRelease, payoutSettle, type Movement } from '#domain/ledger/posting.ts';
import { isUnderWay } from '#domain/order/status.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutOutcome } from '#domain/order/attempt.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Tables } from '../platform/database/schema.ts';
import { post } from '../ledger/post.ts';
import type { PayoutProviderOutcome } from '../providers/provider.ts';
import { afterAnswer } from '../orders/ask-schedule.ts';
import { raiseAttention } from '../orders/attention.ts';
import { movePayout, type PayoutMove } from './move-payout.ts';
import {
  closePayoutAttempt,
  lockOpenPayout,
  payAfterEnd,
  reschedulePayoutAttempt,
  type OpenPayout,
} from './attempt-queries.ts';

/** What is known of a payout's attempt; `unknown` is a provider's silence. */
export type ReportedPayoutOutcome = PayoutProviderOutcome | { outcome: 'unknown' };

type SettleDeps = Pick<
  ServiceContext,
  'db' | 'now' | 'newId' | 'pageUrl' | 'log' | 'metrics' | 'wakeWebhooks'
>;

/**
 * Applies the outcome that the provider reports of an attempt to its payout: once. What was paid leaves
 * the reserve for good, what was refused is released. What is paid after that goes to the exception queue.
 *
 * Locks the payout's group, and the gate's account when it ends.
 *
 * @returns the order as it is then; undefined when the attempt was settled before
 */
export async function settlePayout(
  context: SettleDeps,
  attemptId: string,
  reported: ReportedPayoutOutcome,
): Promise<PayoutRow | undefined> {
  const at = context.now();
  const outcome = settledOutcome(reported);
  const settled = await context.db.transaction().execute(async (trx) => {
    const open = await lockOpenPayout(trx, attemptId);
    if (open === undefined) {
      await recordLatePayment(context, trx, attemptId, reported, at);
      return undefined;
    }
    const { payout } = open;
    if (outcome === undefined) {
      if (reported.outcome === 'pending') await reschedule(trx, attemptId, open, at);
      return leavePending(context, trx, payout, reported, at);
    }
    const reference = 'reference' in reported ? reported.reference : null;
    await closePayoutAttempt(trx, attemptId, { outcome, reference, at });
    const { id: orderId, merchant_id: merchantId } = payout;
    context.log.info({ merchantId, orderId, attemptId, outcome }, 'An attempt ended');
    context.metrics.attemptSettled({
      ...{ direction: 'payout', outcome, reason: null, terminalId: null },
    });
    if (isUnderWay(payout.status)) {
      return endPayout(context, trx, payout, { ...endingOf(reported), at });
    }
    if (outcome === 'paid') await raiseContradiction(context, trx, payout, attemptId, at);
    return payout;
  });
  if (outcome !== undefined) context.wakeWebhooks();
  return settled;
}

/** Undefined while the attempt stays open. */
function settledOutcome({ outcome }: ReportedPayoutOutcome): PayoutOutcome | undefined {
  return outcome === 'pending' || outcome === 'unknown' ? undefined : outcome;
}

async function reschedule(
  trx: Kysely<Tables>,
  attemptId: string,
  { attempt }: OpenPayout,
  now: Date,
): Promise<void> {
  const state = { ...attempt, challenged_at: null };
  await reschedulePayoutAttempt(trx, attemptId, afterAnswer(state, { now, challenge: false }), now);
}

async function leavePending(
  context: SettleDeps,
  trx: Kysely<Tables>,
  payout: PayoutRow,
  { outcome }: ReportedPayoutOutcome,
  at: Date,
): Promise<PayoutRow | undefined> {
  if (payout.status !== 'IN_PROGRESS') return payout;
  const cause = outcome === 'pending' ? 'provider_pending' : 'provider_silent';
  return movePayout(context, trx, payout, { to: 'PROCESS_PENDING', cause, at });
}

/** The provider paid an attempt that had ended otherwise. Its order stays as it is. */
async function recordLatePayment(
  context: SettleDeps,
  trx: Kysely<Tables>,
  attemptId: string,
  reported: ReportedPayoutOutcome,
  at: Date,
): Promise<void> {
  if (reported.outcome !== 'paid') return;
  const late = await payAfterEnd(trx, attemptId, reported.reference, at);
  if (late !== undefined) await raiseContradiction(context, trx, late, attemptId, at);
}

/** The order or its attempt had ended, and the provider paid all the same: a person has to look. */
async function raiseContradiction(
  context: SettleDeps,
  trx: Kysely<Tables>,
  { id: orderId, status }: Pick<PayoutRow, 'id' | 'status'>,
  attemptId: string,
  at: Date,
): Promise<void> {
  await raiseAttention(context, trx, {
    kind: 'payout_paid_after_end',
    orderId,
    attemptId,
    detail: `The provider paid a payout that is ${status}: its reserve was given back.`,
    at,
  });
}

function endingOf(reported: ReportedPayoutOutcome): Omit<PayoutMove, 'at'> {
  if (reported.outcome === 'paid') {
    return { to: 'SUCCESS', cause: 'provider_paid', changes: { resolution: 'OK' } };
  }
  const message =
    reported.outcome === 'refused' ? reported.message : 'The payout did not reach the provider.';
  return {
    to: 'FAILED',
    cause: 'provider_refused',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The provider refused the payout.',
      provider_error_message: message,
    },
  };
}

/**
 * Ends a payout that was reserved, and with it the reserve. The account comes last: it is what others
 * of the same gate wait for.
 */
export async function endPayout(
  context: SettleDeps,
  trx: Kysely<Tables>,
  payout: PayoutRow,
  move: PayoutMove,
): Promise<PayoutRow> {
  const ended = await movePayout(context, trx, payout, move);
  if (ended === undefined) throw new Error(`Payout ${payout.id} was moved under its lock`);
  const result = await post(trx, endingMovement(ended), { orderId: ended.id, at: move.at });
  if (result !== 'posted') throw new Error(`Payout ${ended.id} did not end its reserve: ${result}`);
  return ended;
}

function endingMovement(payout: PayoutRow): Movement {
  const reserved = {
    gateId: payout.gate_id,
    currency: payout.currency,
    amountMinor: payout.amount_minor,
    feeTotalMinor: payout.fee_total_minor,
  };
  return payout.status === 'SUCCESS' ? payoutSettle(reserved) : payoutRelease(reserved);
}
