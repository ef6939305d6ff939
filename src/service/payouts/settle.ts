import { payoutRelease, payoutSettle, type Movement } from '#domain/ledger/posting.ts';
import type { PayoutOutcome } from '#domain/order/attempt.ts';
import { decidePayout, type PayoutTerms } from '#domain/order/payout-settlement.ts';
import { isPayoutTransition, type PayoutCause } from '#domain/order/transition.ts';
import type { SettlementDecision } from '#domain/order/settlement-matrix.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { failure, success } from '#domain/result.ts';
import { post } from '../ledger/post.ts';
import { postingColumns } from '../ledger/store.ts';
import { countMoved } from '../orders/count-changes.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import { makeDue, PAYOUT_ATTEMPTS } from '../orders/inquiry.ts';
import {
  writeUnlessChanged,
  type Round,
  type SettleResult,
} from '../orders/write-unless-changed.ts';
import { moveByReport, settledColumns, toEnd } from '../orders/settlement-statement.ts';
import { recordTransition, type FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import { unbatched } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { PayoutAcquirerOutcome } from '../acquirers/port.ts';
import {
  eventColumns,
  recordEvent,
  type DestinationDeps,
  type MerchantWebhooks,
} from '../webhooks/record.ts';
import { extendedPayoutOrder, toPayoutOrder } from './present.ts';
import { payoutSettlements, type PayoutSettlement } from './statements.ts';
import {
  lockPayoutAttempt,
  PAYOUT_COLUMNS,
  selectGroup,
  selectPayoutState,
  type PayoutState,
} from './store.ts';

/** What is known about a payout's attempt; `unknown` means that the acquirer did not answer. */
export type ReportedPayoutOutcome = PayoutAcquirerOutcome | { outcome: 'unknown' };

type SettleDeps = Pick<ServiceContext, 'db' | 'batches' | 'now' | 'log' | 'wakeWebhooks'> &
  FinalDeps;

/** What recording an event needs. */
type EventDeps = Pick<FinalDeps, 'newId'> & DestinationDeps;

/**
 * Applies the outcome that the acquirer reports for an attempt to its payout, once. The decision is
 * `domain/order/payout-settlement.ts`: the reserve of a payout that was paid is spent; otherwise it is released. A
 * payout that is paid after it had ended goes to the exception queue, as does one whose money came back.
 *
 * Reads and writes like `settleAttempt`. Of a group of several, the last order to end has to see the others: it is
 * settled under the group's lock. Settlements of one gate are batched.
 *
 * Locks a group of several by its first order, then the order, then the attempt, and the gate's account last if the
 * payout ends.
 */
export async function settlePayout(
  context: SettleDeps,
  attemptId: string,
  reported: ReportedPayoutOutcome,
  state?: PayoutState,
): Promise<SettleResult<PayoutRow>> {
  const at = context.now();
  const settled = await writeUnlessChanged<PayoutState, Settlement>(context, {
    kind: 'payout',
    state,
    async read({ db, batches, isLocked }) {
      if (isLocked) await lockPayoutAttempt(db, attemptId);
      return selectPayoutState(batches, attemptId);
    },
    async write(round, current) {
      const settlement = settle(current, reported, at);
      if (settlement.isEnded && current.parts > 1 && !round.isLocked) return failure('not_locked');
      return (await write(context, round, settlement)) ? success(settlement) : failure('changed');
    },
  });
  if (!settled.ok) {
    if (reported.outcome !== 'unknown') await settlePayout(context, attemptId, SILENCE);
    await makeDue(context.db, PAYOUT_ATTEMPTS, attemptId, at);
    return { kind: 'left_open' };
  }
  if (settled.value !== undefined) finish(context, settled.value);
  return { kind: 'settled', order: settled.value?.payout };
}

const SILENCE = { outcome: 'unknown' } as const;

/** A report, what it was decided to do, and the order after that. */
interface Settlement {
  state: PayoutState;
  reported: ReportedPayoutOutcome;
  decision: SettlementDecision<PayoutTerms>;
  payout: PayoutRow;
  /** Whether the order ends now. */
  isEnded: boolean;
  /** How the attempt ends; undefined unless it ends now. */
  end: PayoutOutcome | undefined;
  at: Date;
}

function settle(state: PayoutState, reported: ReportedPayoutOutcome, at: Date): Settlement {
  const { outcome, isPaidAfterEnd, payout } = state;
  const isPaid = outcome === 'paid' || isPaidAfterEnd;
  const decision = decidePayout({
    attempt: outcome === null ? 'open' : isPaid ? 'paid' : 'ended',
    order: payout.status,
    outcome: reported.outcome,
  });
  for (const move of decision.moves) expectTransition(move);
  const [move] = decision.moves;
  return {
    state,
    reported,
    decision,
    payout: move ? moveByReport(payout, move.to, { reported, at }, 'payout') : payout,
    isEnded: move !== undefined && isFinal(move.to),
    end: decision.records === 'end' ? toEnd(reported.outcome) : undefined,
    at,
  };
}

/** @returns false if something has changed, so that nothing was written */
async function write(
  context: SettleDeps,
  { db, batches }: Round,
  settlement: Settlement,
): Promise<boolean> {
  const { state, decision, isEnded, at } = settlement;
  const { payout, attemptId, parts } = state;
  const { records, moves, attention } = decision;
  if (records === undefined && moves.length === 0 && attention === undefined) return true;
  // The group is locked.
  const others = isEnded && parts > 1 ? await selectGroup(db, payout.group_id) : [];
  const input = settlementInput(context, settlement, others);
  if (attention === undefined)
    return (await batches.run(payoutSettlements, input, payout.gate_id)) !== undefined;
  return inTransaction(db, async (trx) => {
    const written = await unbatched(trx).run(payoutSettlements, input);
    if (written === undefined) return false;
    await raiseAttention(context, trx, {
      kind: attention,
      orderId: payout.id,
      attemptId,
      detail: EXPLANATIONS[attention](payout),
      at,
    });
    return true;
  });
}

/** What the exception queue says. */
const EXPLANATIONS: Readonly<
  Record<PayoutTerms['attention'], (payout: Pick<PayoutRow, 'status'>) => string>
> = {
  payout_paid_after_end: ({ status }) =>
    `The acquirer paid a payout that is ${status}: its reserve had been released.`,
  payout_returned: ({ status }) =>
    `The acquirer paid a payout that is ${status}, and now reports that it did not: the money came back, or never went.`,
};

/** @param group the orders of its group as they were read, if there are several and this one ends */
function settlementInput(
  deps: EventDeps,
  settlement: Settlement,
  group: readonly PayoutRow[],
): PayoutSettlement {
  const { state, decision, payout, isEnded } = settlement;
  const payouts = isEnded ? [...group.filter(({ id }) => id !== payout.id), payout] : [];
  return {
    ...settledColumns(settlement, state.payout, payout),
    ...postingColumns(decision.posting && endingMovement(payout)),
    ...groupEvent(deps, payouts, state, payout.group_id),
  };
}

function finish(
  { log, metrics, wakeWebhooks }: Pick<SettleDeps, 'log' | 'metrics' | 'wakeWebhooks'>,
  { state: { attemptId }, decision, payout, isEnded, end: outcome }: Settlement,
): void {
  if (decision.moves.length > 0) countPayout(metrics, payout);
  if (isEnded) wakeWebhooks();
  if (outcome === undefined) return;
  const { id: orderId, merchant_id: merchantId } = payout;
  log.info({ merchantId, orderId, attemptId, outcome }, 'An attempt ended');
  metrics.attemptSettled({ direction: 'payout', outcome, reason: null, terminalId: null });
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
    .with('counted', () => countMoved('payout', payout))
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

/** Returns the event of a group, if all its orders have ended. */
function groupEvent(
  deps: EventDeps,
  payouts: readonly PayoutRow[],
  webhooks: MerchantWebhooks,
  groupId: string,
) {
  const sorted = payouts.toSorted((a, b) => a.part - b.part);
  const hasEnded = sorted.length > 0 && sorted.every(({ status }) => isFinal(status));
  const group = {
    direction: 'payout',
    groupId,
    orderIds: sorted.map(({ id }) => id),
    at: lastEnd(sorted),
  } as const;
  return eventColumns(deps, webhooks, group, hasEnded ? eventOrders(sorted) : undefined);
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
