import { disputeReason } from '#domain/dispute/reason.ts';
import { formatMinor } from '#domain/money.ts';
import type { DisputeNoticeRow, DisputeRow } from '../../platform/database/tables/disputes.ts';

/** Returns a dispute in the form that operators see. */
export function shownDispute(dispute: DisputeRow) {
  const { id, payin_id, merchant_id, reference, status, money, currency } = dispute;
  const { reason_code: code, answer_by, charged_back_at, created_at, updated_at } = dispute;
  return {
    id,
    payin_id,
    merchant_id,
    reference,
    status,
    money,
    amount: formatMinor(dispute.amount_minor + dispute.unreserved_minor),
    unreserved_amount: formatMinor(dispute.unreserved_minor),
    fee: formatMinor(dispute.fee_minor),
    currency,
    reason_code: code,
    reason: (code === null ? undefined : disputeReason(code)) ?? null,
    answer_by,
    charged_back_at,
    created_at,
    updated_at,
  };
}

export function shownNotice(notice: DisputeNoticeRow) {
  const { event, step, detail, actor, said_at, received_at } = notice;
  return { event, step, detail, actor, said_at, received_at };
}

/** Returns a notice as the merchant sees it: without the operators' names and notes. */
export function noticeForMerchant(notice: DisputeNoticeRow) {
  const shown = shownNotice(notice);
  return notice.actor === null ? shown : { ...shown, actor: 'the operator', detail: null };
}
