import { formatMinor } from '#domain/money.ts';
import { refundReturn, refundSettle } from '#domain/ledger/posting.ts';
import type { RefundOutcome } from '#domain/order/attempt.ts';
import { decideRefund, type RefundTerms } from '#domain/order/refund-settlement.ts';
import { isRefundTransition } from '#domain/order/transition.ts';
import type { SettlementDecision } from '#domain/order/settlement-matrix.ts';
import { isFinal } from '#domain/order/status.ts';
import { failure, success } from '#domain/result.ts';
import { correctUnmadeRefund } from '../ledger/corrected-fees.ts';
import { postingColumns } from '../ledger/store.ts';
import { releaseRefund } from '../ledger/refund.ts';
import { raiseAttention, resolveOfAttempt } from '../orders/exception-queue.ts';
import { makeDue, REFUND_ATTEMPTS } from '../orders/inquiry.ts';
import {
  writeUnlessChanged,
  type Round,
  type SettleResult,
} from '../orders/write-unless-changed.ts';
import { moveByReport, settledColumns, toEnd } from '../orders/settlement-statement.ts';
import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import { unbatched } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { RefundAcquirerOutcome } from '../acquirers/port.ts';
import { eventColumns } from '../webhooks/record.ts';
import { postRefund, toPosting } from './post.ts';
import { eventOrders } from './present.ts';
import { refundSettlements, type RefundSettlement } from './statements.ts';
import { lockRefundAttempt, selectRefundState, type RefundState } from './store.ts';

/** What is known about a refund's attempt; `unknown` means that the acquirer did not answer. */
export type ReportedRefundOutcome = RefundAcquirerOutcome | { outcome: 'unknown' };

type Deps = Pick<ServiceContext, 'db' | 'batches' | 'now' | 'log' | 'wakeWebhooks'> & FinalDeps;

/**
 * Applies the outcome that the acquirer reports for an attempt to its refund, once. The decision is
 * `domain/order/refund-settlement.ts`: the reserve of a refund that was made is spent; otherwise it is released. A
 * failed refund that the acquirer made after all counts as refunded, until its money comes back: it stays FAILED, its
 * merchant is not debited (`takeRefund`), and a person has to look at it.
 *
 * Reads and writes like `settleAttempt`. A report about an attempt that has ended changes how much of the payin is
 * refunded, and is settled under the payin's lock.
 *
 * Locks the payin, if it must, the refund, the attempt, and the gate's account last; before it, if the refund failed,
 * the payin's retentions.
 */
export async function settleRefund(
  context: Deps,
  attemptId: string,
  reported: ReportedRefundOutcome,
  state?: RefundState,
): Promise<SettleResult<RefundRow>> {
  const at = context.now();
  const settled = await writeUnlessChanged<RefundState, Settlement>(context, {
    kind: 'refund',
    state,
    async read({ db, batches, isLocked }) {
      if (isLocked) await lockRefundAttempt(db, attemptId);
      return selectRefundState(batches, attemptId);
    },
    async write(round, current) {
      const settlement = settle(current, reported, at);
      const { records, attention } = settlement.decision;
      const isAfterEnd = current.outcome !== null && (records ?? attention) !== undefined;
      if (isAfterEnd && !round.isLocked) return failure('not_locked');
      return (await write(context, round, settlement)) ? success(settlement) : failure('changed');
    },
  });
  if (!settled.ok) {
    if (reported.outcome !== 'unknown') await settleRefund(context, attemptId, SILENCE);
    await makeDue(context.db, REFUND_ATTEMPTS, attemptId, at);
    return { kind: 'left_open' };
  }
  if (settled.value !== undefined) finish(context, settled.value);
  return { kind: 'settled', order: settled.value?.refund };
}

const SILENCE = { outcome: 'unknown' } as const;

/** A report, what it was decided to do, and the refund after that. */
interface Settlement {
  state: RefundState;
  reported: ReportedRefundOutcome;
  decision: SettlementDecision<RefundTerms>;
  refund: RefundRow;
  /** Whether the refund ends now. */
  isEnded: boolean;
  /** How the attempt ends; undefined unless it ends now. */
  end: RefundOutcome | undefined;
  /** Whether the report is that the money came back. */
  isReturn: boolean;
  at: Date;
}

function settle(state: RefundState, reported: ReportedRefundOutcome, at: Date): Settlement {
  const before = state.refund;
  const outcome = toOutcome(reported);
  const decision = decideRefund({
    attempt: toAttemptState(state),
    order: before.status,
    outcome,
    isDebited: before.taken_at !== null,
  });
  for (const move of decision.moves) {
    if (!isRefundTransition(move))
      throw new Error(`A refund does not go from ${move.from} to ${move.to} by ${move.cause}`);
  }
  const to = decision.moves.at(-1)?.to;
  const isMoved = to !== undefined && to !== 'CLOSED';
  const moved = isMoved ? moveByReport(before, to, { reported, at }, 'refund') : before;
  return {
    state,
    reported,
    decision,
    refund: { ...moved, made_after_end: isMadeThen(before, decision) },
    isEnded: isMoved && isFinal(to),
    end: decision.records === 'end' ? toEnd(reported.outcome) : undefined,
    isReturn:
      decision.records === 'return' || (decision.records === 'end' && outcome === 'returned'),
    at,
  };
}

function toAttemptState({
  outcome,
  isMadeAfterEnd,
  isReturned,
}: RefundState): RefundTerms['attempt'] {
  if (outcome === null) return 'open';
  if (outcome === 'refunded') return 'refunded';
  if (isReturned) return isMadeAfterEnd ? 'made_and_returned' : 'returned';
  return isMadeAfterEnd ? 'made' : 'failed';
}

function toOutcome(reported: ReportedRefundOutcome): RefundTerms['outcome'] {
  if (reported.outcome !== 'refused' || reported.about === undefined) return reported.outcome;
  return reported.about === 'return' ? 'returned' : 'request_refused';
}

/** Returns whether the refund then counts as made although it failed. */
function isMadeThen(
  before: RefundRow,
  { records, attention }: SettlementDecision<RefundTerms>,
): boolean {
  if (attention === 'refund_made_after_end') return true;
  return records === 'return' ? false : before.made_after_end;
}

/** @returns false if something has changed, so that nothing was written */
async function write(
  context: Deps,
  { db, batches }: Round,
  settlement: Settlement,
): Promise<boolean> {
  const { state, decision, refund } = settlement;
  const { records, moves, posting, attention } = decision;
  if (records === undefined && moves.length === 0 && attention === undefined) return true;
  const input = settlementInput(context, settlement);
  if (attention === undefined && posting !== 'refund_release')
    return (await batches.run(refundSettlements, input, refund.gate_id)) !== undefined;
  return inTransaction(db, async (trx) => {
    const written = await unbatched(trx).run(refundSettlements, input);
    if (written === undefined) return false;
    if (posting === 'refund_release') await release(trx, settlement);
    if (posting === 'refund_return') await postRefund(trx, refund, refundReturn, settlement.at);
    if (posting === 'refund_release' || posting === 'refund_return')
      await correctUnmadeRefund(trx, refund, settlement.at);
    if (state.refund.made_after_end && !refund.made_after_end)
      await resolveOfAttempt(trx, 'refund_made_after_end', state.attemptId, settlement.at);
    if (attention !== undefined) await raise(context, trx, settlement, attention);
    return true;
  });
}

function settlementInput(deps: FinalDeps, settlement: Settlement): RefundSettlement {
  const { state, decision, refund, isEnded, isReturn, at } = settlement;
  const isSpent = decision.posting === 'refund_settle';
  return {
    ...settledColumns(settlement, state.refund, refund),
    madeAfterEnd: refund.made_after_end,
    isReturn,
    ...postingColumns(isSpent ? refundSettle(toPosting(refund)) : undefined),
    ...eventColumns(
      deps,
      state,
      { direction: 'refund', groupId: refund.id, orderIds: [refund.payin_id], at },
      isEnded ? eventOrders(refund) : undefined,
    ),
  };
}

/** Returns the reserve of a refund that failed to where it was taken from. */
async function release(trx: Db, { refund, at }: Settlement): Promise<void> {
  const { id: refundId, payin_id: payinId, gate_id: gateId, currency } = refund;
  await releaseRefund(
    trx,
    { refundId, payinId, gateId, currency, at },
    {
      availableMinor: refund.from_available_minor,
      holdMinor: refund.from_hold_minor,
      rollingMinor: refund.from_rolling_minor,
    },
  );
}

async function raise(
  context: Deps,
  trx: Db,
  settlement: Settlement,
  kind: RefundTerms['attention'],
): Promise<void> {
  const { state, refund, at } = settlement;
  const entry = { kind, orderId: refund.payin_id, attemptId: state.attemptId, at };
  await raiseAttention(context, trx, { ...entry, detail: explain(settlement) });
}

/** Returns what the exception queue says. */
function explain({ state, refund, reported }: Settlement): string {
  const { id, status, currency } = refund;
  const money = (minor: bigint) => `${formatMinor(minor)} ${currency}`;
  if (reported.outcome === 'refunded') {
    return state.isReturned
      ? `The acquirer made refund ${id}, as it reports after the money had come back: nothing counts as refunded.`
      : `The acquirer made refund ${id}, which is ${status}: ${money(refund.amount_minor)} counts as refunded. To debit the merchant: refunds take ${id}`;
  }
  if (state.outcome === 'refunded')
    return `The money of refund ${id} was returned: the payer did not get it.`;
  const debit = refund.taken_at === null ? '' : ' The debit was posted back.';
  return `The money of refund ${id}, which the acquirer had made after its end, was returned: nothing counts as refunded.${debit}`;
}

function finish(
  { log, metrics, wakeWebhooks }: Pick<Deps, 'log' | 'metrics' | 'wakeWebhooks'>,
  { state: { attemptId }, refund, isEnded, end: outcome }: Settlement,
): void {
  if (!isEnded) return;
  const { id: refundId, merchant_id: merchantId, payin_id: orderId } = refund;
  log.info({ merchantId, orderId, refundId, attemptId, outcome }, 'A refund ended');
  metrics.refundEnded({ status: refund.status, code: refund.resolution_code });
  wakeWebhooks();
}
