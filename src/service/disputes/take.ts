import { disputeStanding, type DisputeReport } from '#domain/order/dispute-status.ts';
import { shareHalfUp } from '#domain/order/refund.ts';
import { isFinal } from '#domain/order/status.ts';
import { moveDispute, type DisputedFunds } from '../ledger/dispute.ts';
import { raiseAttention, raiseWithoutOrder } from '../orders/exception-queue.ts';
import { findAttemptOfNotice, storableText, type NoticedAttempt } from '../orders/notice.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeNoticeRow, DisputeRow } from '../platform/database/tables/disputes.ts';
import type { DisputeNotice } from '../providers/port.ts';
import {
  insertDispute,
  insertNotice,
  lockDisputed,
  selectDisputeOf,
  selectNotices,
  updateDispute,
  type DisputedPayin,
} from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log'>;

/** `not_ours`: the terminal made no such payment. `not_yet`: the payin has not ended yet. */
type NoticeResult = 'taken' | 'not_ours' | 'not_yet';

/**
 * Records an acquirer's notice about a dispute: opens the dispute or updates it, and moves the money with it. Each
 * event counts once. The state of a dispute follows from all its notices, in whatever order they arrive.
 *
 * Locks the payin, then the gate's account.
 */
export async function takeDisputeNotice(
  context: Deps,
  terminalId: string,
  notice: DisputeNotice,
): Promise<NoticeResult> {
  const attempt = await findAttemptOfNotice(context.db, terminalId, notice.about);
  if (attempt === undefined) return 'not_ours';
  return context.db.transaction().execute((trx) => recordNotice(context, trx, attempt, notice));
}

/**
 * Puts a dispute about an unknown payment in the exception queue. A person has to find the payment in the acquirer's
 * records.
 */
export async function raiseUnknownDispute(
  context: Deps,
  terminalId: string,
  { event, reference, detail }: DisputeNotice,
): Promise<void> {
  const reported = [event, reference, storableText(detail) ?? undefined].filter(Boolean).join(', ');
  const text = `The acquirer of terminal ${terminalId} sent ${reported} for an unknown payment.`;
  await raiseWithoutOrder(context, 'dispute_of_nothing', text);
}

async function recordNotice(
  context: Deps,
  trx: Db,
  attempt: NoticedAttempt,
  notice: DisputeNotice,
): Promise<NoticeResult> {
  const payin = await lockDisputed(trx, attempt.orderId, attempt.id);
  if (payin === undefined) return 'not_ours';
  if (!isFinal(payin.status)) return 'not_yet';
  const at = context.now();
  const known = await selectDisputeOf(trx, payin.id, notice.reference);
  const dispute = known ?? (await open(context, trx, { payin, attempt, notice, at }));
  const { disputedMinor, problem } = disputedAmountOf(payin, notice);
  const noticeId = context.newId();
  const isNew = await insertNotice(trx, {
    id: noticeId,
    dispute_id: dispute.id,
    event_id: notice.id,
    event: notice.event,
    step: notice.step,
    said_at: notice.reportedAt ?? at,
    disputed_minor: disputedMinor ?? null,
    reason_code: storableText(notice.reasonCode?.trim()),
    answer_by: notice.answerBy ?? null,
    detail: storableText(notice.detail),
    actor: null,
    received_at: at,
  });
  if (!isNew) return 'taken';
  const discrepancy = payin.paidByAttempt ? problem : NOT_CREDITED;
  if (discrepancy !== undefined) {
    const entry = {
      kind: 'acquirer_notice',
      orderId: payin.id,
      attemptId: attempt.id,
      at,
    } as const;
    const detail = `The acquirer sent ${notice.event}, ${notice.reference}: ${discrepancy}`;
    await raiseAttention(context, trx, { ...entry, detail });
  }
  const moved = await applyNotices(trx, { payin, dispute, noticeId, at });
  const { id: disputeId, status, step } = moved;
  const ids = { merchantId: payin.merchantId, orderId: payin.id, disputeId };
  context.log.info({ ...ids, event: notice.event, step, status }, 'Dispute notice received');
  return 'taken';
}

const NOT_CREDITED = 'the payin did not succeed by this payment, and its merchant was not debited.';

interface Opening {
  payin: DisputedPayin;
  attempt: NoticedAttempt;
  notice: DisputeNotice;
  at: Date;
}

/** Opens a dispute. `applyNotices` then sets its status and amount from its notices. */
async function open(
  { newId }: Deps,
  trx: Db,
  { payin, attempt, notice, at }: Opening,
): Promise<DisputeRow> {
  return insertDispute(trx, {
    id: newId(),
    merchant_id: payin.merchantId,
    payin_id: payin.id,
    payin_attempt_id: attempt.id,
    terminal_id: payin.terminalId,
    gate_id: payin.gateId,
    reference: notice.reference,
    status: 'INQUIRY',
    step: 'commented',
    money: 'untouched',
    currency: payin.currency,
    amount_minor: 0n,
    payment_method_currency: payin.paymentMethodCurrency,
    disputed_minor: 0n,
    fee_minor: payin.feeMinor,
    created_at: at,
    updated_at: at,
  });
}

/**
 * Returns the disputed amount, at most what was paid, and what is wrong with it, if anything. The amount is undefined
 * if the notice has none, or has it in another currency than the payment's.
 */
function disputedAmountOf(
  { paidMinor, paymentMethodCurrency }: DisputedPayin,
  { disputed }: DisputeNotice,
): { disputedMinor: bigint | undefined; problem?: string } {
  if (disputed === undefined || disputed.amountMinor <= 0n) return { disputedMinor: undefined };
  if (disputed.currency !== paymentMethodCurrency) {
    const problem = `it disputes ${disputed.currency}, and ${paymentMethodCurrency} was paid.`;
    return { disputedMinor: undefined, problem };
  }
  return disputed.amountMinor > paidMinor
    ? { disputedMinor: paidMinor, problem: 'it disputes more than was paid.' }
    : { disputedMinor: disputed.amountMinor };
}

interface NoticedDispute {
  payin: DisputedPayin;
  dispute: DisputeRow;
  noticeId: string;
  at: Date;
}

/**
 * Updates a dispute to the state that follows from all its notices, and moves its money. If no notice has an amount,
 * the whole payment is disputed.
 *
 * The caller holds the payin locked. Locks the gate's account last, because others wait for it.
 */
export async function applyNotices(
  trx: Db,
  { payin, dispute, noticeId, at }: NoticedDispute,
): Promise<DisputeRow> {
  const standing = disputeStanding((await selectNotices(trx, dispute.id)).map(reportOf));
  const disputedMinor = standing.disputedMinor ?? payin.paidMinor;
  const amountMinor = shareHalfUp(payin.amountMinor, disputedMinor, payin.paidMinor);
  const moved = await updateDispute(trx, dispute.id, {
    status: standing.status,
    step: standing.step,
    money: payin.paidByAttempt ? standing.money : 'untouched',
    amount_minor: amountMinor,
    disputed_minor: disputedMinor,
    reason_code: standing.reasonCode ?? null,
    answer_by: standing.answerBy ?? null,
    charged_back_at: standing.chargedBackAt ?? null,
    updated_at: at,
  });
  await moveDispute(trx, { from: fundsOf(dispute), to: fundsOf(moved) }, { noticeId, at });
  return moved;
}

function reportOf(notice: DisputeNoticeRow): DisputeReport {
  return {
    eventId: notice.event_id,
    step: notice.step,
    byHand: notice.actor !== null,
    reportedAt: notice.said_at,
    disputedMinor: notice.disputed_minor ?? undefined,
    reasonCode: notice.reason_code ?? undefined,
    answerBy: notice.answer_by ?? undefined,
  };
}

function fundsOf(dispute: DisputeRow): DisputedFunds {
  return {
    gateId: dispute.gate_id,
    currency: dispute.currency,
    amountMinor: dispute.amount_minor,
    disputed: { currency: dispute.payment_method_currency, amountMinor: dispute.disputed_minor },
    feeMinor: dispute.fee_minor,
    money: dispute.money,
  };
}
