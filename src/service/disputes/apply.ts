import { divideDisputed, type PayinPart } from '#domain/dispute/money.ts';
import { disputeStanding, type DisputeReport } from '#domain/dispute/status.ts';
import { formatMinor } from '#domain/money.ts';
import { moveDispute, type DisputedFunds } from '../ledger/dispute.ts';
import { raiseAttention, resolveOfOrders } from '../orders/exception-queue.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeNoticeRow, DisputeRow } from '../platform/database/tables/disputes.ts';
import { recordDisputeChange, type DisputeEventDeps } from './event.ts';
import {
  selectDisputesOf,
  selectLatestRefunds,
  selectNotices,
  selectRefunded,
  updateDispute,
  type DisputedPayin,
} from './store.ts';

type Deps = Pick<ServiceContext, 'log'> & DisputeEventDeps;

interface NoticedDispute {
  payin: DisputedPayin;
  dispute: DisputeRow;
  noticeId: string;
  at: Date;
}

/**
 * Updates a dispute to the state that follows from all its notices, records the webhook event of a change of its
 * status, and moves its money: at most what its payin's
 * refunds and other disputes leave. What is disputed beyond that goes to the exception queue when it grows, and leaves
 * it once all disputes of the payin are reserved in full.
 *
 * The caller holds the payin locked. Locks the gate's account last, because others wait for it.
 */
export async function applyNotices(
  context: Deps,
  trx: Db,
  { payin, dispute, noticeId, at }: NoticedDispute,
): Promise<DisputeRow> {
  const notices = await selectNotices(trx, dispute.id);
  const standing = disputeStanding(notices.map(toReport));
  const money = payin.paidByAttempt ? standing.money : 'untouched';
  const refunded = await selectRefunded(trx, payin.id);
  const others = (await selectDisputesOf(trx, payin.id)).filter(({ id }) => id !== dispute.id);
  const otherDisputes = takenBy(others);
  const { taken, unreservedMinor } = divideDisputed(
    { ...standing, money },
    { amountMinor: payin.amountMinor, paidMinor: payin.paidMinor, refunded, otherDisputes },
  );
  const moved = await updateDispute(trx, dispute.id, {
    status: standing.status,
    step: standing.step,
    // Without an amount, no fee is due either.
    money: taken.amountMinor === 0n ? 'untouched' : money,
    amount_minor: taken.amountMinor,
    disputed_minor: taken.paidMinor,
    unreserved_minor: unreservedMinor,
    reason_code: standing.reasonCode ?? null,
    answer_by: standing.answerBy ?? null,
    charged_back_at: standing.chargedBackAt ?? null,
    updated_at: at,
  });
  if (unreservedMinor > dispute.unreserved_minor) {
    await raiseExcess(context, trx, { payin, dispute: moved, refunded, otherDisputes, at });
  } else if (
    unreservedMinor < dispute.unreserved_minor &&
    [moved, ...others].every(({ unreserved_minor: minor }) => minor === 0n)
  ) {
    await resolveOfOrders(trx, 'dispute_exceeds_payment', [payin.id], at);
  }
  const isNew = notices.length === 1;
  if (isNew || moved.status !== dispute.status) {
    await recordDisputeChange(context, trx, moved, noticeId);
  }
  await moveDispute(trx, { from: fundsOf(dispute), to: fundsOf(moved) }, { noticeId, at });
  return moved;
}

/** Sums what the ledger has for disputes. */
function takenBy(disputes: readonly DisputeRow[]): PayinPart {
  const touched = disputes.filter(({ money }) => money !== 'untouched');
  return {
    amountMinor: touched.reduce((sum, other) => sum + other.amount_minor, 0n),
    paidMinor: touched.reduce((sum, other) => sum + other.disputed_minor, 0n),
  };
}

interface Excess {
  payin: DisputedPayin;
  dispute: DisputeRow;
  refunded: PayinPart;
  otherDisputes: PayinPart;
  at: Date;
}

const MOST_NAMED_REFUNDS = 5;

/** Reports to a person that a dispute is about more than its payin leaves, and why. */
async function raiseExcess(
  context: Deps,
  trx: Db,
  { payin, dispute, refunded, otherDisputes, at }: Excess,
): Promise<void> {
  const amount = (minor: bigint) => `${formatMinor(minor)} ${payin.currency}`;
  const refunds = await selectLatestRefunds(trx, payin.id, MOST_NAMED_REFUNDS);
  const each = refunds.map(
    ({ amountMinor, at: when }) => `${amount(amountMinor)} on ${when.toISOString()}`,
  );
  const total = amount(refunded.amountMinor);
  const { unreserved_minor: unreserved, amount_minor: taken, reference } = dispute;
  const detail = [
    `Dispute ${reference}: ${amount(unreserved)} of ${amount(taken + unreserved)} is not reserved, because it is above what is left of the payment.`,
    `Paid: ${amount(payin.amountMinor)}.`,
    `Refunded: ${each.length > 1 ? `${total} (${each.join(', ')})` : (each[0] ?? total)}.`,
    `In other disputes: ${amount(otherDisputes.amountMinor)}.`,
  ].join(' ');
  await raiseAttention(context, trx, {
    kind: 'dispute_exceeds_payment',
    orderId: payin.id,
    attemptId: dispute.payin_attempt_id,
    detail,
    at,
  });
}

export function toReport(notice: DisputeNoticeRow): DisputeReport {
  return {
    eventId: notice.event_id,
    step: notice.step,
    byHand: notice.actor !== null,
    reportedAt: notice.said_at,
    isDateUnsigned: notice.date_unsigned,
    disputedMinor: notice.disputed_minor ?? undefined,
    reasonCode: notice.reason_code ?? undefined,
    answerBy: notice.answer_by ?? undefined,
    chargedMinor: notice.charged_minor ?? undefined,
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
