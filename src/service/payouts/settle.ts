import { payoutRelease, payoutSettle, type Movement } from '#domain/ledger/posting.ts';
import type { PayoutOutcome } from '#domain/order/attempt.ts';
import { isPayoutTransition, type PayoutCause } from '#domain/order/payout-status.ts';
import { isFinal, isUnderWay, type OrderStatus } from '#domain/order/status.ts';
import type { Kysely, Updateable } from 'kysely';
import { post } from '../ledger/post.ts';
import { countMoved, stoodAt } from '../orders/count-changes.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import { afterAnswer } from '../orders/inquiry-schedule.ts';
import { recordTransition, type FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutRow, PayoutTable } from '../platform/database/tables/payouts.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { PayoutProviderOutcome } from '../providers/port.ts';
import { recordEvent } from '../webhooks/record.ts';
import { extendedPayoutOrder, toPayoutOrder } from './present.ts';
import {
  closePayoutAttempt,
  lockOpenPayout,
  payAfterEnd,
  PAYOUT_COLUMNS,
  reschedulePayoutAttempt,
  selectGroup,
  type OpenPayout,
} from './store.ts';

/** What is known of a payout's attempt; `unknown` is a provider's silence. */
export type ReportedPayoutOutcome = PayoutProviderOutcome | { outcome: 'unknown' };

type SettleDeps = Pick<
  ServiceContext,
  'db' | 'now' | 'newId' | 'keyring' | 'pageUrl' | 'log' | 'metrics' | 'wakeWebhooks'
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
      direction: 'payout',
      outcome,
      reason: null,
      terminalId: null,
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

interface PayoutMove {
  to: OrderStatus;
  cause: PayoutCause;
  at: Date;
  changes?: Updateable<PayoutTable>;
}

/**
 * The one way a payout changes its status: by the table of transitions, recording the transition, guarded
 * by the UPDATE's own WHERE. A final status records the webhook event when it was the last of the group:
 * call `wakeWebhooks` after the commit.
 *
 * The caller holds the group locked (`lockPayout`).
 *
 * @returns undefined when the order is no longer in the status that `payout` shows
 * @throws when the table has no such transition: that is a bug
 */
export async function movePayout(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payout: Pick<PayoutRow, 'id' | 'status' | 'updated_at'>,
  { to, cause, at, changes }: PayoutMove,
): Promise<PayoutRow | undefined> {
  const from = payout.status;
  if (!isPayoutTransition({ from, to, cause })) {
    throw new Error(`A payout does not go from ${from} to ${to} by ${cause}`);
  }
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payouts')
        .set({ ...changes, status: to, updated_at: at })
        .where('id', '=', payout.id)
        .where('status', '=', from)
        .returning(PAYOUT_COLUMNS),
    )
    .with('recorded', () => recordTransition({ from, to, cause, at }))
    .with('counted', () => countMoved('payout', stoodAt(payout)))
    .selectFrom('moved')
    .select(PAYOUT_COLUMNS)
    .compile();
  const [moved] = await prepared(trx, query);
  if (moved === undefined) return undefined;
  countPayout(deps.metrics, moved);
  if (isFinal(to)) await recordFinalPayouts(deps, trx, moved.group_id);
  return moved;
}

/**
 * Records the merchant's webhook event once every order of a group has ended: one for all of them
 * (decision 6). The caller holds the group locked, so that the last two do not miss each other.
 */
export async function recordFinalPayouts(
  { newId }: Pick<FinalDeps, 'newId'>,
  trx: Kysely<Tables>,
  groupId: string,
): Promise<void> {
  const payouts = await selectGroup(trx, groupId);
  const [first] = payouts;
  if (first === undefined || !payouts.every(({ status }) => isFinal(status))) return;
  const endings = payouts.map(({ updated_at }) => updated_at.getTime());
  await recordEvent(trx, {
    eventId: newId(),
    merchantId: first.merchant_id,
    direction: 'payout',
    groupId,
    orderIds: payouts.map(({ id }) => id),
    callbackUrl: null,
    at: new Date(Math.max(...endings)),
    orders: {
      retrieval: () => payouts.map(toPayoutOrder),
      extended: () => payouts.map(extendedPayoutOrder),
    },
  });
}

/** Counts that a payout has come to the status that it has; its terminal is known by its attempt alone. */
export function countPayout(
  metrics: Metrics,
  { status, method_id: methodId }: Pick<PayoutRow, 'status' | 'method_id'>,
): void {
  metrics.orderMoved({ direction: 'payout', status, methodId, terminalId: null });
}
