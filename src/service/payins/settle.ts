import { isFinal } from '#domain/order/status.ts';
import { failure, success } from '#domain/result.ts';
import { selectGateAccount } from '../ledger/store.ts';
import type { CallContext } from '../orders/call-acquirer.ts';
import type { TerminalNotification } from '../orders/contradictions.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../orders/inquiry.ts';
import {
  writeUnlessChanged,
  type Round,
  type SettleResult,
} from '../orders/write-unless-changed.ts';
import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import { unbatched } from '../platform/database/batch.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { ReportedOutcome } from './attempt.ts';
import { countPayin } from './move.ts';
import { missingMinor, receiptsIn, settleReceipts } from './receipts.ts';
import { settle, settlementInput, type Settlement } from './settlement.ts';
import { lockAttempt, selectAttempt, type AttemptState } from './store/attempts.ts';
import { payinSettlements } from './store/settle.ts';
import {
  raiseLateApproval,
  raiseNothingTaken,
  raiseSecondPayment,
  voidLateApproval,
} from './unexpected.ts';

type Deps = Pick<ServiceContext, 'rollingReleaseDays' | 'wakeWebhooks' | 'limits'> &
  CallContext &
  FinalDeps;

/**
 * Applies the outcome that the acquirer reports for an attempt to its order, once. The decision is
 * `domain/order/payin-settlement.ts`. Late and repeated answers are harmless.
 *
 * One statement reads the attempt with everything that the decision needs, unless the caller has just recorded or read
 * its `state`; one writes what was decided, unless something of that has changed. What else a rare decision needs, an
 * entry of the exception queue or the charge of a shortfall, is written in the same transaction. After five conflicts
 * the attempt stays open, and its status inquiry is due.
 *
 * Locks the order, then the attempt, then the cards that failed, and the gate's account last.
 *
 * @param notification the one that caused the report, if one did
 * @throws if the gate has no account to credit
 */
export async function settleAttempt(
  context: Deps,
  attemptId: string,
  reported: ReportedOutcome,
  state?: AttemptState,
  notification?: TerminalNotification,
): Promise<SettleResult<PayinRow>> {
  const report = { reported, isNotified: notification !== undefined, at: context.now() };
  // The tolerance, which receipts need, is not read of an attempt that was just made.
  const isRead = state?.receipts.toleranceMinor !== undefined || receiptsIn(reported).length === 0;
  const settled = await writeUnlessChanged<AttemptState, Settlement>(context, {
    kind: 'payin',
    state: isRead ? state : undefined,
    async read({ db, batches, isLocked }) {
      if (isLocked) await lockAttempt(db, attemptId);
      return (await selectAttempt(batches, attemptId))?.state;
    },
    async write(round, current) {
      const settlement = settle(context, current, report);
      if (await write(context, round, settlement)) return success(settlement);
      await expectAccount(round.db, settlement.payin);
      return failure('changed');
    },
  });
  if (!settled.ok) {
    if (reported.outcome !== 'unknown')
      await settleAttempt(context, attemptId, { outcome: 'unknown' });
    await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
    return { kind: 'left_open' };
  }
  if (settled.value !== undefined) await finish(context, settled.value, notification);
  return { kind: 'settled', order: settled.value?.payin };
}

/** @returns false if something has changed, so that nothing was written */
async function write(context: Deps, round: Round, settlement: Settlement): Promise<boolean> {
  const { state, decision, payin, receipts, receivedMinor, at } = settlement;
  const isUnchanged = payin === state.payin && receipts.length === 0;
  if (isUnchanged && decision.records === undefined) return true;
  const input = settlementInput(context, settlement);
  const isLate = decision.attention === 'payin_approved_after_end';
  if (!isLate && decision.receipts === undefined) {
    return (await round.batches.run(payinSettlements, input)) !== undefined;
  }
  return inTransaction(round.db, async (trx) => {
    const written = await unbatched(trx).run(payinSettlements, input);
    if (written === undefined) return false;
    if (isLate) await raiseLateApproval(context, trx, state, at);
    if (decision.receipts !== undefined) {
      const { shortfallMinor } = state.receipts;
      const money = { attemptId: state.attemptId, payin, receivedMinor, shortfallMinor, at };
      await settleReceipts(context, trx, decision.receipts, money);
    }
    return true;
  });
}

/** @throws if the gate has no account to credit: reading again would not help, and neither would another inquiry */
async function expectAccount(db: Db, { id, gate_id: gateId, currency }: PayinRow): Promise<void> {
  const account = await selectGateAccount(db, gateId, currency);
  if (account === undefined)
    throw new Error(`Payin ${id} was not settled: its gate has no account`);
}

const DECLINES: ReadonlySet<string> = new Set(['soft_decline', 'hard_decline']);

/** Does what follows a settlement after its commit. */
async function finish(
  context: Deps,
  settlement: Settlement,
  notification: TerminalNotification | undefined,
): Promise<void> {
  const { state, decision, payin, reported, end } = settlement;
  const { metrics, log, limits } = context;
  const { attemptId } = state;
  const { id: orderId, merchant_id: merchantId, terminal_id: terminalId } = payin;
  for (const { to } of decision.moves) countPayin(metrics, { ...payin, status: to });
  if (decision.moves.length > 0 && isFinal(payin.status)) context.wakeWebhooks();
  if (end !== undefined) {
    const { outcome, declineReason: reason } = end;
    if (DECLINES.has(outcome)) limits.addressDeclines.count(attemptId);
    metrics.attemptSettled({ direction: 'payin', outcome, reason, terminalId });
    log.info({ merchantId, orderId, attemptId, terminalId, outcome, reason }, 'An attempt ended');
    if ('unmappedCode' in reported) {
      metrics.declineUnmapped({ terminalId, code: reported.unmappedCode });
    }
  }
  if (decision.receipts?.posting === 'payin_shortfall') {
    const { method_id: methodId, payment_method_currency: currency } = payin;
    const amountMinor = missingMinor({ ...settlement, attemptId, shortfallMinor: 0n });
    metrics.shortfallAccepted({ methodId, currency, amountMinor });
  }
  if (decision.attention === 'payin_approved_after_end') {
    context.background.run(voidLateApproval(context, attemptId));
  } else if (decision.attention === 'provider_contradicts') {
    if (reported.outcome === 'approved')
      await raiseSecondPayment(context, state, reported.reference, notification);
    else if (notification !== undefined)
      await raiseNothingTaken(context, state, reported.outcome, notification);
  }
}
