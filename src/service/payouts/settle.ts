import { payoutRelease, payoutSettle, type Movement } from '#domain/ledger/posting.ts';
import type { PayoutOutcome } from '#domain/order/attempt.ts';
import { isPayoutTransition, type PayoutCause } from '#domain/order/payout-status.ts';
import { isFinal, isUnderWay, type OrderStatus } from '#domain/order/status.ts';
import { post, postingColumns } from '../ledger/post.ts';
import { countMoved, placeBeforeChange } from '../orders/count-changes.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import { PAYOUT_ATTEMPTS, reschedule } from '../orders/inquiry.ts';
import { recordTransition, type FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { currentTraceparent } from '../platform/tracing/trace.ts';
import type { PayoutAcquirerOutcome } from '../acquirers/port.ts';
import { chooseDestination, type DestinationDeps } from '../webhooks/destination.ts';
import { recordEvent } from '../webhooks/record.ts';
import { extendedPayoutOrder, toPayoutOrder } from './present.ts';
import {
  payoutSettlementInput,
  payoutSettlements,
  type GroupEvent,
  type PayoutSettlementInput,
} from './statements.ts';
import {
  closePayoutAttempt,
  lockOpenPayout,
  recordPaidAfterEnd,
  PAYOUT_COLUMNS,
  selectGroup,
  type OpenPayout,
} from './store.ts';

/** What is known about a payout's attempt; `unknown` means that the acquirer did not answer. */
export type ReportedPayoutOutcome = PayoutAcquirerOutcome | { outcome: 'unknown' };

type SettleDeps = Pick<ServiceContext, 'db' | 'batches' | 'now' | 'log' | 'wakeWebhooks'> &
  FinalDeps;

/** What recording an event needs. */
type EventDeps = Pick<FinalDeps, 'newId'> & DestinationDeps;

/** Nearly always one read is enough. Another is needed only if the merchant changes its webhook payload in between. */
const MOST_TIMES_READ = 5;

/**
 * Applies the outcome that the acquirer reports for an attempt to its payout, once. The reserve of a payout that was
 * paid is spent; otherwise it is released. A payout that is paid after it had ended goes to the exception queue.
 *
 * One statement closes the attempt, moves the order, ends its reserve and records the webhook event. With `known`, a
 * payout that is the only one of its group, as the caller has just created it, that statement runs without a lock taken
 * beforehand, together with others of the gate. Without it, or if the order has changed since, the group is first
 * locked and read.
 *
 * Locks the payout's group by its first order, then the order, then the attempt, and the gate's account last if the
 * payout ends. An order that is `known` is its whole group.
 *
 * @returns the order after that; undefined if the attempt was settled before
 * @throws if the merchant changed its webhook payload between each of five reads and writes
 */
export async function settlePayout(
  context: SettleDeps,
  attemptId: string,
  reported: ReportedPayoutOutcome,
  known?: OpenPayout,
): Promise<PayoutRow | undefined> {
  const at = context.now();
  const outcome = settledOutcome(reported);
  const settlement = { attemptId, reported, outcome, at };
  if (known !== undefined && outcome !== undefined) {
    const settled = await endAttempt(context, known, [], { ...settlement, outcome }, (input) =>
      context.batches.run(payoutSettlements, input, known.payout.gate_id),
    );
    if (settled !== undefined) {
      context.wakeWebhooks();
      return settled;
    }
  }
  for (let times = 0; times < MOST_TIMES_READ; times += 1) {
    const settled = await context.db
      .transaction()
      .execute((trx) => settleUnderLock(context, trx, settlement));
    if (settled === 'changed') continue;
    if (outcome !== undefined) context.wakeWebhooks();
    return settled;
  }
  throw new Error(
    `Attempt ${attemptId} was not settled: its merchant's settings changed each time`,
  );
}

interface Settlement {
  attemptId: string;
  reported: ReportedPayoutOutcome;
  /** Undefined if the attempt stays open. */
  outcome: PayoutOutcome | undefined;
  at: Date;
}

/**
 * Settles an attempt under the locks of its group, its order and itself.
 *
 * @returns the order after that; `changed` if nothing was settled, because the merchant's settings changed, which are
 *   not locked; undefined if the attempt had ended
 */
async function settleUnderLock(
  context: SettleDeps,
  trx: Db,
  settlement: Settlement,
): Promise<PayoutRow | 'changed' | undefined> {
  const { attemptId, reported, outcome, at } = settlement;
  const open = await lockOpenPayout(trx, attemptId);
  if (open === undefined) {
    await recordLatePayment(context, trx, attemptId, reported, at);
    return undefined;
  }
  const { payout } = open;
  if (outcome === undefined) {
    if (reported.outcome === 'pending') {
      const attempt = { id: attemptId, createdAt: open.attemptedAt };
      await reschedule(trx, PAYOUT_ATTEMPTS, attempt, at);
    }
    return moveToPending(context, trx, payout, reported, at);
  }
  if (!isUnderWay(payout.status)) {
    const reference = 'reference' in reported ? reported.reference : null;
    await closePayoutAttempt(trx, attemptId, { outcome, reference, at });
    recordEnd(context, attemptId, payout, outcome);
    if (outcome === 'paid') await raisePaidAfterEnd(context, trx, payout, attemptId, at);
    return payout;
  }
  const group = await selectGroup(trx, payout.group_id);
  const others = group.filter(({ id }) => id !== payout.id);
  const settled = await endAttempt(
    context,
    open,
    others,
    { ...settlement, outcome },
    async (input) => (await payoutSettlements(trx, [input]))[0],
  );
  return settled ?? 'changed';
}

/**
 * Ends an attempt whose order is under way.
 *
 * @param others the other orders of its group
 * @returns the order after its move; undefined if nothing was written, because the order, its attempt or the merchant's
 *   webhook payload no longer match `open`
 */
async function endAttempt(
  deps: SettleDeps,
  { payout, webhookPayload, addresses }: OpenPayout,
  others: readonly PayoutRow[],
  { attemptId, reported, outcome, at }: Settlement & { outcome: PayoutOutcome },
  run: (input: PayoutSettlementInput) => Promise<{ id: string } | undefined>,
): Promise<PayoutRow | undefined> {
  const { to, cause, changes } = endingOf(reported);
  expectTransition({ from: payout.status, to, cause });
  const ended: PayoutRow = { ...payout, ...changes, status: to, updated_at: at };
  const settled = await run(
    payoutSettlementInput({
      attemptId,
      outcome,
      reference: 'reference' in reported ? reported.reference : null,
      at,
      cause,
      before: payout,
      after: ended,
      posting: postingColumns(endingMovement(ended)),
      webhookPayload,
      webhookUrl: addresses.payout_webhook_url,
      event: eventFor(deps, [...others, ended], { webhookPayload, addresses }),
    }),
  );
  if (settled === undefined) return undefined;
  recordEnd(deps, attemptId, ended, outcome);
  countPayout(deps.metrics, ended);
  return ended;
}

function recordEnd(
  { log, metrics }: Pick<SettleDeps, 'log' | 'metrics'>,
  attemptId: string,
  { id: orderId, merchant_id: merchantId }: Pick<PayoutRow, 'id' | 'merchant_id'>,
  outcome: PayoutOutcome,
): void {
  log.info({ merchantId, orderId, attemptId, outcome }, 'An attempt ended');
  metrics.attemptSettled({ direction: 'payout', outcome, reason: null, terminalId: null });
}

/** Returns the outcome that ends the attempt; undefined if it stays open. */
function settledOutcome({ outcome }: ReportedPayoutOutcome): PayoutOutcome | undefined {
  return outcome === 'pending' || outcome === 'unknown' ? undefined : outcome;
}

async function moveToPending(
  context: SettleDeps,
  trx: Db,
  payout: PayoutRow,
  { outcome }: ReportedPayoutOutcome,
  at: Date,
): Promise<PayoutRow | undefined> {
  if (payout.status !== 'IN_PROGRESS') return payout;
  const cause = outcome === 'pending' ? 'provider_pending' : 'provider_silent';
  return movePayout(context, trx, payout, { to: 'PROCESS_PENDING', cause, at });
}

/** Records that the acquirer paid an attempt that had ended otherwise. The order stays as it is. */
async function recordLatePayment(
  context: SettleDeps,
  trx: Db,
  attemptId: string,
  reported: ReportedPayoutOutcome,
  at: Date,
): Promise<void> {
  if (reported.outcome !== 'paid') return;
  const late = await recordPaidAfterEnd(trx, attemptId, reported.reference, at);
  if (late !== undefined) await raisePaidAfterEnd(context, trx, late, attemptId, at);
}

/** Puts in the exception queue that the acquirer paid although the order or its attempt had ended. */
async function raisePaidAfterEnd(
  context: SettleDeps,
  trx: Db,
  { id: orderId, status }: Pick<PayoutRow, 'id' | 'status'>,
  attemptId: string,
  at: Date,
): Promise<void> {
  await raiseAttention(context, trx, {
    kind: 'payout_paid_after_end',
    orderId,
    attemptId,
    detail: `The acquirer paid a payout that is ${status}: its reserve had been released.`,
    at,
  });
}

function endingOf(reported: ReportedPayoutOutcome): PayoutEnding {
  if (reported.outcome === 'paid') {
    return { to: 'SUCCESS', cause: 'provider_paid', changes: { resolution: 'OK' } };
  }
  const message =
    reported.outcome === 'refused' ? reported.message : 'The payout did not reach the acquirer.';
  return {
    to: 'FAILED',
    cause: 'provider_refused',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The acquirer refused the payout.',
      provider_error_message: message,
    },
  };
}

/**
 * Ends a payout that was reserved, and its reserve, for an operator.
 *
 * The caller holds the group locked (`lockPayout`). Locks the gate's account last.
 *
 * @throws if the table of transitions has no such move, or the reserve cannot be ended; both are bugs
 */
export async function endPayout(
  context: FinalDeps,
  trx: Db,
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
  changes?: Partial<
    Pick<
      PayoutRow,
      'resolution' | 'resolution_code' | 'resolution_message' | 'provider_error_message'
    >
  >;
}

type PayoutEnding = Required<Omit<PayoutMove, 'at'>>;

/**
 * Moves a payout to another status, as the table of transitions allows, and records the transition. If it was the last
 * of its group to end, also records the webhook event: call `wakeWebhooks` after the commit. (The batched statements
 * that create and settle payouts move them themselves.)
 *
 * The caller holds the group locked (`lockPayout`). The UPDATE compares the status all the same.
 *
 * @returns undefined if the order is no longer in the status of `payout`
 * @throws if the table has no such transition, which is a bug
 */
export async function movePayout(
  deps: FinalDeps,
  trx: Db,
  payout: Pick<PayoutRow, 'id' | 'status' | 'updated_at'>,
  { to, cause, at, changes }: PayoutMove,
): Promise<PayoutRow | undefined> {
  const from = payout.status;
  expectTransition({ from, to, cause });
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
    .with('counted', () => countMoved('payout', placeBeforeChange(payout)))
    .selectFrom('moved')
    .select(PAYOUT_COLUMNS)
    .compile();
  const [moved] = await prepared(trx, query);
  if (moved === undefined) return undefined;
  countPayout(deps.metrics, moved);
  if (isFinal(to)) await recordFinalPayouts(deps, trx, moved.group_id);
  return moved;
}

/** @throws if the table has no such transition, which is a bug */
function expectTransition({ from, to, cause }: Parameters<typeof isPayoutTransition>[0]): void {
  if (!isPayoutTransition({ from, to, cause })) {
    throw new Error(`A payout does not go from ${from} to ${to} by ${cause}`);
  }
}

/** Builds the webhook event of a group; undefined until all its orders have ended. */
function eventFor(
  deps: EventDeps,
  group: readonly PayoutRow[],
  { webhookPayload, addresses }: Pick<OpenPayout, 'webhookPayload' | 'addresses'>,
): GroupEvent | undefined {
  if (!group.every(({ status }) => isFinal(status))) return undefined;
  const payouts = group.toSorted((a, b) => a.part - b.part);
  const groupId = payouts[0]?.group_id ?? '';
  return {
    eventId: deps.newId(),
    orderIds: payouts.map(({ id }) => id),
    destination: chooseDestination(deps, { direction: 'payout', groupId }, addresses),
    body: JSON.stringify(eventOrders(payouts)[webhookPayload]()),
    traceparent: currentTraceparent(),
    at: lastEnd(payouts),
  };
}

function eventOrders(payouts: readonly PayoutRow[]) {
  return {
    retrieval: () => payouts.map(toPayoutOrder),
    extended: () => payouts.map(extendedPayoutOrder),
  };
}

function lastEnd(payouts: readonly PayoutRow[]): Date {
  return new Date(Math.max(...payouts.map(({ updated_at }) => updated_at.getTime())));
}

/**
 * Records the webhook event of a group if all its orders have ended: one event for all of them (decision 7).
 *
 * The caller has created the group or holds it locked; otherwise the last two orders to end could miss each other.
 */
export async function recordFinalPayouts(deps: EventDeps, trx: Db, groupId: string): Promise<void> {
  const payouts = await selectGroup(trx, groupId);
  const [first] = payouts;
  if (first === undefined || !payouts.every(({ status }) => isFinal(status))) return;
  await recordEvent(deps, trx, {
    eventId: deps.newId(),
    merchantId: first.merchant_id,
    direction: 'payout',
    groupId,
    orderIds: payouts.map(({ id }) => id),
    at: lastEnd(payouts),
    orders: eventOrders(payouts),
  });
}

/** Counts in the metrics that a payout has reached its status. No terminal is counted: only its attempt knows it. */
export function countPayout(
  metrics: Metrics,
  { status, method_id: methodId }: Pick<PayoutRow, 'status' | 'method_id'>,
): void {
  metrics.orderMoved({ direction: 'payout', status, methodId, terminalId: null });
}
